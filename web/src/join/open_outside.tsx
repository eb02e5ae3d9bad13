import { useState } from "preact/hooks";

import { words } from "../words/join";

/**
 * KakaoTalk has an address that opens the page in the default browser. Other apps leave it to the
 * guest.
 */
function outside(userAgent: string, address: string): string | null {
  if (/KAKAOTALK/i.test(userAgent))
    return `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`;
  if (!/Android/i.test(userAgent)) return null;
  const { host, pathname, protocol } = new URL(address);
  return `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};end`;
}

/** Helps the guest to leave the browser inside another app. */
export function OpenOutside() {
  const [copied, setCopied] = useState(false);
  const link = outside(navigator.userAgent, location.href);
  const copy = () => {
    navigator.clipboard?.writeText(location.href).then(() => setCopied(true), () => {});
  };
  return (
    <span class="row">
      {link && <a class="button quiet" href={link}>{words.openOutside}</a>}
      <button type="button" class="quiet" onClick={copy}>{words.copyAddress}</button>
      <span role="status">{copied && words.copied}</span>
    </span>
  );
}
