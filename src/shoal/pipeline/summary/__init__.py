"""What a run tells about its release; each section is a plain dict."""
