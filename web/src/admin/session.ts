/** The operator's key is stored only in this tab and only as long as the tab is open. */
const NAME = "onsale-operator-key";

export const keptKey = (): string => sessionStorage.getItem(NAME) ?? "";
export const keepKey = (key: string): void => sessionStorage.setItem(NAME, key);
export const forgetKey = (): void => sessionStorage.removeItem(NAME);

const REFUSED = new EventTarget();

/** Called when the server rejects the key. The console then asks for another. */
export function onKeyRefused(listener: () => void): () => void {
  REFUSED.addEventListener("refused", listener);
  return () => REFUSED.removeEventListener("refused", listener);
}

export const tellKeyRefused = (): void => void REFUSED.dispatchEvent(new Event("refused"));
