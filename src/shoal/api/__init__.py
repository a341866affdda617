"""The REST service: every verb of the command line over HTTP (docs/service.md).

`application.app` puts it together. A request passes, in this order:

    gate      checks its host and the size of its body, adds safe headers, writes the log
    guard     checks who asks, whether their role may, and that no foreign page sent it
    routes    one file per noun: parse, call one verb of the service, show
    problems  answer every error as application/problem+json in the library's words

The files of this folder know nothing of `routes` and `application`, which import them. Quick things
are answered at once; whatever reads a table is a job.
"""
