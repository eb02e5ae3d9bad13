/** The operator's key lives as long as this tab, and nowhere but in it. */
const NAME = "onsale-operator-key";

export const keptKey = (): string => sessionStorage.getItem(NAME) ?? "";
export const keepKey = (key: string): void => sessionStorage.setItem(NAME, key);
export const forgetKey = (): void => sessionStorage.removeItem(NAME);

const REFUSED = new EventTarget();

/** The server no longer takes the key: the console asks for another. */
export function onKeyRefused(listener: () => void): () => void {
  REFUSED.addEventListener("refused", listener);
  return () => REFUSED.removeEventListener("refused", listener);
}

export const tellKeyRefused = (): void => void REFUSED.dispatchEvent(new Event("refused"));
