"""What is known of a request that has come in, and under which keys of its scope."""

from __future__ import annotations

# The person's name.
PERSON = "proctor.person"
# What they may do here: a May.
MAY = "proctor.may"
# What a page of theirs sends with each change. It is nothing here: only the browser that
# signed in has it, and puts it into the page (`static/session.js` says why).
CSRF = "proctor.csrf"
# The cookie that they came with; it is there only where they came by one.
COOKIE = "proctor.cookie"
