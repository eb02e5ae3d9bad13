import "./extend.css";

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { clock, useNow } from "../core/clock";
import { timeLeft } from "../core/countdown";
import { errorText, Spoken } from "../core/page";
import { fill } from "../core/words";
import { words } from "../words/extend";
import { isExtendKey, isWriting, keepSingleKey, readSingleKey } from "./extend_key";
import type { Allowance, Extended } from "./offer";
import { isOffered, moreWords } from "./offer";

/** The extension for the clock of this page, if the event allows one. */
export interface Extension {
  allowance: Allowance;
  ask: () => Promise<Extended>;
}

/** The key works with any focus while the offer is visible. */
function useKey(offered: boolean, single: boolean, act: () => void): void {
  // A layout effect applies immediately. A plain effect would apply only after the next frame.
  const latest = useRef({ single, act });
  latest.current = { single, act };
  useLayoutEffect(() => {
    if (!offered) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!isExtendKey(event, latest.current.single, isWriting(event.target))) return;
      event.preventDefault();
      latest.current.act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [offered]);
}

type Told = { given: string; said: string } | { error: ApiError } | null;

/** Allows one request at a time and keeps its result. */
function useAsking({ allowance, ask }: Extension) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>(null);
  const under = useRef(false);
  const more = moreWords(allowance.seconds);
  const press = async (): Promise<boolean> => {
    if (under.current) return false;
    under.current = true;
    setBusy(true);
    const answer = await ask();
    under.current = false;
    setBusy(false);
    if ("error" in answer) {
      setTold(answer);
      return false;
    }
    const time = timeLeft(answer.until - clock.now());
    setTold({ given: fill(words.given, { more }), said: fill(words.givenLeft, { more, time }) });
    return true;
  };
  return { busy, told, press };
}

interface MoreTimeProps extends Extension {
  /** The end that the clock shows. */
  until: number;
}

const LOOK_MS = 500;

/** Beside a clock: offers more time when little is left, and shows the result. */
export function MoreTime({ until, ...extension }: MoreTimeProps) {
  const offered = isOffered(extension.allowance, until - useNow(LOOK_MS));
  const [single, setSingle] = useState(readSingleKey);
  const own = useRef<HTMLSpanElement>(null);
  const { busy, told, press } = useAsking(extension);
  const act = async () => {
    const focused = own.current?.contains(document.activeElement);
    // The button disappears after the request. The focus then moves to the clock.
    if ((await press()) && focused) own.current?.focus();
  };
  useKey(offered, single, () => void act());
  const toggle = () => {
    keepSingleKey(!single);
    setSingle(!single);
  };
  const more = moreWords(extension.allowance.seconds);
  const given = told && "given" in told && !offered ? told : null;
  const offer = fill(single ? words.offer : words.offerAlt, { more });
  return (
    <span ref={own} class="more-time" tabIndex={-1}>
      {offered && (
        <>
          <button
            type="button"
            aria-keyshortcuts={single ? "T Alt+T" : "Alt+T"}
            aria-disabled={busy}
            onClick={() => void act()}
          >
            {busy ? words.asking : fill(single ? words.withKey : words.withAlt, { more })}
          </button>
          <button type="button" class="link small" onClick={toggle}>
            {single ? words.keyOff : words.keyOn}
          </button>
        </>
      )}
      {given && <span class="given" aria-hidden="true">{given.given}</span>}
      {told && "error" in told && <span class="refused" role="alert">{errorText(told.error)}</span>}
      <Spoken text={given ? given.said : offered ? offer : ""} />
    </span>
  );
}
