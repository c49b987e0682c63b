"""One call with Python's urllib. Prints what came of it: ["answer", status, body] or [name of the error, text]."""

import json
import sys
import urllib.error
import urllib.request

wanted = json.load(sys.stdin)
body = wanted.get("body")
request = urllib.request.Request(
    wanted["url"],
    data=None if body is None else body.encode(),
    headers=wanted["headers"],
    method=wanted["method"],
)
# Straight to the server, whatever proxy the machine is set up with.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
try:
    with opener.open(request, timeout=wanted["timeout"]) as answer:
        print(json.dumps(["answer", answer.status, answer.read().decode()]))
except urllib.error.HTTPError as error:
    print(json.dumps(["answer", error.code, error.read().decode()]))
except urllib.error.URLError as error:
    print(json.dumps([type(error.reason).__name__, str(error.reason)]))
except Exception as error:
    print(json.dumps([type(error).__name__, str(error)]))
