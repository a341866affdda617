"""What a service stores for its people: tables, hierarchies, keys, studies, runs.

Everything has an owner, and a random id that is checked before any use. A thing of another owner is
answered like one that does not exist. No text of a request ever becomes part of a path.
"""

from shoal.server.stored.key_files import StoredKey, forget_key, keys, make_key
from shoal.server.stored.limits import Limits
from shoal.server.stored.pages import page
from shoal.server.stored.refusals import InUse, NotFound, QuotaExceeded, TooLarge
from shoal.server.stored.run_rows import (
    StoredRun,
    forget_run,
    give_run,
    refuse_draft,
    run,
    run_files,
    runs,
    steward_file,
)
from shoal.server.stored.shares import (
    people_with_access,
    share_run,
    shareable_file,
    shared_run,
    shared_runs,
    unshare_run,
)
from shoal.server.stored.study_rows import (
    StoredStudy,
    change_study,
    forget_study,
    keep_study,
    rename_study,
    studies,
    study,
)
from shoal.server.stored.table_rows import (
    StoredTable,
    forget_table,
    keep_table,
    table,
    table_read_as,
    tables,
)

__all__ = [
    "InUse",
    "Limits",
    "NotFound",
    "QuotaExceeded",
    "StoredKey",
    "StoredRun",
    "StoredStudy",
    "StoredTable",
    "TooLarge",
    "change_study",
    "forget_key",
    "forget_run",
    "forget_study",
    "forget_table",
    "give_run",
    "keep_study",
    "keep_table",
    "keys",
    "make_key",
    "page",
    "people_with_access",
    "refuse_draft",
    "rename_study",
    "run",
    "run_files",
    "runs",
    "share_run",
    "shareable_file",
    "shared_run",
    "shared_runs",
    "steward_file",
    "studies",
    "study",
    "table",
    "table_read_as",
    "tables",
    "unshare_run",
]
