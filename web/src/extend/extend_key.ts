/** Of a key that was pressed, what matters here. */
export interface Pressed {
  key: string;
  code: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
  isComposing: boolean;
}

// A Korean layout says "ㅅ" and a Mac with Alt says "†" where the key has a T on it.
const isT = ({ key, code }: Pressed): boolean =>
  key.toLowerCase() === "t" || (code === "KeyT" && !/^[a-z]$/i.test(key));

/**
 * T alone, unless the guest is writing or has turned it off (WCAG 2.1.4: who speaks to the device
 * writes letters without meaning them); with Alt it always counts. One press counts once.
 */
export function isExtendKey(pressed: Pressed, single: boolean, writing: boolean): boolean {
  const { altKey, ctrlKey, metaKey, repeat, isComposing } = pressed;
  if (ctrlKey || metaKey || repeat || isComposing || !isT(pressed)) return false;
  return altKey || (single && !writing);
}

// These have no use for a letter; in any other field it is written.
const LETTERLESS = new Set(["checkbox", "radio", "button", "submit", "range"]);

/** Whether a letter means something to what has the focus. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !LETTERLESS.has(target.type);
  return target.isContentEditable || target.matches("select, textarea, [role=textbox]");
}

const KEPT_AS = "onsale.single-key";

/** Whether T alone counts; a browser that keeps nothing has it on. */
export function readSingleKey(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) !== "off";
  } catch {
    return true;
  }
}

export function keepSingleKey(on: boolean): void {
  try {
    localStorage.setItem(KEPT_AS, on ? "on" : "off");
  } catch {
    // Then it counts for this page only.
  }
}
