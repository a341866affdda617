"""The REST service: every verb of the command line over HTTP (docs/service.md).

`application.app` puts it together. A request passes, in this order:

    gate      the host it names, the size of its body; what it leaves in the log; safe headers
    guard     who asks, whether the role may, and whether a page of ours sent it
    routes    one file per noun: parse, call one verb of the service, show
    problems  whatever goes wrong, as application/problem+json in the library's words

This folder is the ground that routes stand on; routes and `application` import it, never the
other way round. Quick things answer at once; whatever reads a table is a job.
"""
