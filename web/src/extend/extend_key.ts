/** The relevant properties of a pressed key. */
interface Pressed {
  key: string;
  code: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
  isComposing: boolean;
}

// For the T key, a Korean layout reports "ㅅ" and a Mac with Alt reports "†".
const isT = ({ key, code }: Pressed): boolean =>
  key.toLowerCase() === "t" || (code === "KeyT" && !/^[a-z]$/i.test(key));

/**
 * True for T alone, unless the guest is typing or has disabled it (WCAG 2.1.4: speech input may
 * type letters unintentionally). With Alt it always counts. A repeated key does not count.
 */
export function isExtendKey(pressed: Pressed, single: boolean, writing: boolean): boolean {
  const { altKey, ctrlKey, metaKey, repeat, isComposing } = pressed;
  if (ctrlKey || metaKey || repeat || isComposing || !isT(pressed)) return false;
  return altKey || (single && !writing);
}

// Inputs that do not accept letters. All others do.
const LETTERLESS = new Set(["checkbox", "radio", "button", "submit", "range"]);

/** True if the focused element accepts letters. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !LETTERLESS.has(target.type);
  return target.isContentEditable || target.matches("select, textarea, [role=textbox]");
}

const KEPT_AS = "onsale.single-key";

/** Whether T alone is enabled. The default, also without storage, is on. */
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
    // Without storage the setting applies only to this page.
  }
}
