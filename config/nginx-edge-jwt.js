// Checks an entry token at the edge, without a call to Onsale: signature, expiry, event.
// docs/format/entry-token.md explains the limits of this check. Requires njs 0.7 or later.
import crypto from 'crypto';
import fs from 'fs';

const tokenMax = 1024;       // Longer tokens are rejected before they are parsed.
const leewaySeconds = 2;     // Maximum clock difference between the edge and Onsale.
const algorithm = 'HS256';   // The only accepted algorithm; the `alg` of a token is only compared.

function cookieNamed(header, name) {
    const parts = (header || '').split(';');
    for (let i = 0; i < parts.length; i++) {
        const part = parts[i].trim();
        if (part.startsWith(name + '=')) return part.slice(name.length + 1);
    }
    return '';
}

function equalInConstantTime(left, right) {
    if (left.length !== right.length) return false;
    let difference = 0;
    for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
    return difference === 0;
}

function parsed(part) {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
}

// `keys` is what `onsale key entry --json` printed: {"keys":[{"kid","alg","secret"}]}.
function secretFor(keys, kid) {
    const found = keys.keys.filter((key) => key.kid === kid && key.alg === algorithm);
    return found.length === 1 ? Buffer.from(found[0].secret, 'base64url') : null;
}

function isGood(token, keys, event, nowSeconds) {
    if (token.length === 0 || token.length > tokenMax) return false;
    const parts = token.split('.');
    if (parts.length !== 3) return false;
    try {
        const header = parsed(parts[0]);
        const secret = header.alg === algorithm ? secretFor(keys, header.kid) : null;
        if (!secret) return false;
        const expected = crypto.createHmac('sha256', secret)
            .update(parts[0] + '.' + parts[1]).digest('base64url');
        if (!equalInConstantTime(expected, parts[2])) return false;
        const claims = parsed(parts[1]);
        return claims.sub === event && Number.isInteger(claims.exp) &&
               nowSeconds < claims.exp + leewaySeconds;
    } catch (e) {
        return false;  // A token that cannot be parsed is invalid.
    }
}

// Content handler of the location that auth_request calls. If the keys cannot be read it fails, and
// nginx shows the closed page.
function verify(r) {
    const event = r.variables.onsale_event;
    const keys = JSON.parse(fs.readFileSync(r.variables.onsale_entry_keys));
    const name = r.variables.onsale_cookie_prefix + 'onsale_e_' + event;
    const token = r.headersIn['X-Queue-Entry-Token'] || cookieNamed(r.headersIn['Cookie'], name);
    r.return(isGood(token, keys, event, Date.now() / 1000) ? 204 : 403);
}

export default {verify};
