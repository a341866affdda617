"""The verifier's own reading of tables: files, workbooks, FHIR and databases."""
