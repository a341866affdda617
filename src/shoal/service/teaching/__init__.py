"""Teaching: column weights learned from a person's answers (paper 002, iML)."""
