import { words } from "../words/payment";
import { refundRules } from "./order_words";
import type { Event } from "./sale";

export const CONSENTS = ["terms", "refunds", "data"] as const;
type Consent = (typeof CONSENTS)[number];
export type Given = ReadonlySet<Consent>;

const TEXTS: Record<Consent, string> = {
  terms: words.consentTerms,
  refunds: words.consentRefunds,
  data: words.consentData,
};

interface ConsentsProps {
  event: Event;
  given: Given;
  onChange: (given: Given) => void;
}

/** One unchecked box per consent, with its explanation. */
export function Consents({ event, given, onChange }: ConsentsProps) {
  const about: Record<Consent, readonly string[]> = {
    terms: [words.consentTermsMore],
    refunds: refundRules(event.refunds, event.prices?.currency ?? "KRW"),
    data: [words.consentDataMore],
  };
  const toggle = (consent: Consent) => {
    const next = new Set(given);
    if (!next.delete(consent)) next.add(consent);
    onChange(next);
  };
  return (
    <fieldset class="card consents">
      <legend>{words.consents}</legend>
      <p class="soft small">{words.consentsNote}</p>
      {CONSENTS.map((consent) => (
        <div key={consent} class="consent">
          <label>
            <input
              type="checkbox"
              name={consent}
              required
              checked={given.has(consent)}
              onChange={() => toggle(consent)}
            />
            <span>{TEXTS[consent]}</span>
          </label>
          <details open={consent === "refunds"}>
            <summary class="small">{words.more}<span class="spoken">: {TEXTS[consent]}</span></summary>
            {about[consent].map((text) => <p key={text} class="small">{text}</p>)}
          </details>
        </div>
      ))}
    </fieldset>
  );
}
