"""The web application: five steps that read as a story, on the service's own server.

    Data · Columns · Promises · Explore · Release

Pages parse, call one verb of the service, and show. Everything they load comes from this server.
"""
