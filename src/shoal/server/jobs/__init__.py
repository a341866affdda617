"""Jobs: long work for many people, done by worker processes that may be killed at any moment.

Jobs(workspace).start()      one server at a time; cleans up after a server that was killed
submit -> Job                waiting, then running, then done, failed or canceled
job, jobs, events, cancel    for the owner only
ask                          quick questions about the candidates a `frontier` job looked at
"""

from shoal.server.jobs.jobs import Jobs
from shoal.server.stored.job import CANCELED, DONE, FAILED, RUNNING, WAITING, Job
from shoal.server.stored.job_files import file_names, job_file

__all__ = [
    "CANCELED",
    "DONE",
    "FAILED",
    "RUNNING",
    "WAITING",
    "Job",
    "Jobs",
    "file_names",
    "job_file",
]
