"""Forms that are generated from JSON schemas: whatever a plugin declares can be filled in.

models(visit)          every plugin by family and name, with all that a form needs
form_of(model, …)      the form of one plugin, checked by its registry
Form(schema, …)        the form of any object schema
Schema                 a JSON schema that a page writes by hand
"""

from shoal.web.forms.form import Form
from shoal.web.forms.known import Model, form_of, model_problems, models
from shoal.web.forms.shape import Schema

__all__ = ["Form", "Model", "Schema", "form_of", "model_problems", "models"]
