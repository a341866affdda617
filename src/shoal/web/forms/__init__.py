"""Forms that are generated from JSON schemas: whatever a plugin declares can be filled in.

models(visit)          every plugin by family and name, with all that a form needs
form_of(model, …)      the form of one plugin, checked by its registry
Form(schema, …)        the form of any object schema
"""

from shoal.web.forms.form import Form
from shoal.web.forms.known import Model, form_of, model_problems, models

__all__ = ["Form", "Model", "form_of", "model_problems", "models"]
