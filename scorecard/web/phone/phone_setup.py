"""How to trust the server's own certificate on a phone, and to add the app to its home screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from scorecard.rules.words import say
from scorecard.web.pages import views

if TYPE_CHECKING:
    from scorecard.machine.certificates import Certificate

blueprint = views.Views("phone_setup", __name__)


@blueprint.open_page("/phone-setup")
def page() -> ResponseReturnValue:
    """Explain the steps, with the certificate's fingerprint to compare."""
    made_here = _made_here()
    return render_template(
        "phone/phone_setup.html",
        fingerprint=made_here.fingerprint.splitlines() if made_here else [],
        is_secure=request.is_secure,
    )


@blueprint.open_page("/phone-setup/certificate")
def certificate() -> ResponseReturnValue:
    """Hand the certificate made here to a phone that is to trust it."""
    made_here = _made_here()
    if made_here is None:
        abort(404, say("This server has no certificate of its own making."))
    # Imported only if there is a certificate, because it takes time.
    from scorecard.machine.certificates import as_phones_take_it

    return Response(
        as_phones_take_it(made_here.file),
        mimetype="application/x-x509-ca-cert",
        headers={"Content-Disposition": "attachment; filename=scorecard.crt"},
    )


def _made_here() -> Certificate | None:
    """Return the server's own certificate, None where it serves without it."""
    file = current_app.config["SETTINGS"].certificate
    if file is None:
        return None
    from scorecard.machine.certificates import Certificate, CertificateError, as_phones_take_it

    try:
        as_phones_take_it(file)
    except CertificateError:
        return None
    return Certificate(file, file, is_own=True)
