import type { Answer, ApiError, Path, Value } from "../core/api";
import { call } from "../core/api";
import { keptKey, tellKeyRefused } from "./session";

type Verb = Parameters<typeof call>[0];
type Options<P extends Path, V extends Verb> = Parameters<typeof call<P, V>>[2];

const UNAUTHORIZED = 401;
const refusesKey = ({ status, code }: ApiError): boolean =>
  status === UNAUTHORIZED || code === "KEY_INVALID";

/** Calls the operator's API with the key of this tab. */
export async function ask<P extends Path, V extends Verb>(
  verb: V,
  path: P,
  options?: Options<P, V>,
): Promise<Answer<Value<P, V>>> {
  const answer = await call(verb, path, { ...options, bearer: keptKey() } as Options<P, V>);
  if (!answer.ok && refusesKey(answer.error)) tellKeyRefused();
  return answer;
}

function failed(status: number): ApiError {
  const code = status === 0 ? "OFFLINE" : `HTTP_${status}`;
  return { code, message: "", status, details: {}, retryAfterS: 0, requestId: "", guestCode: "" };
}

/** Fetches a file from the operator's API and saves it as a download. */
export async function download(address: string, name: string): Promise<ApiError | null> {
  try {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${keptKey()}` } });
    if (!response.ok) return failed(response.status);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    return null;
  } catch {
    return failed(0);
  }
}
