import type { paths } from "../api/schema";
import { clock } from "./clock";
import { language } from "./words";

type Verb = "get" | "post" | "put" | "patch" | "delete";
export type Path = keyof paths;

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Operation<P extends Path, V extends Verb> = V extends keyof paths[P]
  ? NonNullable<paths[P][V]>
  : never;
type Good<O> = O extends { responses: infer R }
  ? Json<R[Extract<keyof R, 200 | 201 | 202>]>
  : never;
type Body<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;

/** The value of a successful call. */
export type Value<P extends Path, V extends Verb> = Good<Operation<P, V>>;

/** Why a call was refused or failed. OFFLINE and TIMEOUT are set by this client. */
export interface ApiError {
  code: string;
  message: string;
  status: number;
  details: Record<string, unknown>;
  /** Seconds until the next try; 0 if the server did not say. */
  retryAfterS: number;
  /** Id of the request in the server's log. */
  requestId: string;
  /** The guest's code for the service desk. Empty if the server does not know the guest. */
  guestCode: string;
}

export type Answer<T> = { ok: true; value: T; status: number } | { ok: false; error: ApiError };

interface CallOptions<B> {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: B;
  /** Repeated calls with the same key make the change only once. */
  idempotencyKey?: string;
  /** The operator's key. */
  bearer?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

const TIMEOUT_MS = 10_000;

function address(path: string, options: CallOptions<unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

function headers(options: CallOptions<unknown>): Record<string, string> {
  const fields: Record<string, string> = { "X-Onsale-Request": "1", "Accept-Language": language };
  if (options.body !== undefined) fields["Content-Type"] = "application/json";
  if (options.idempotencyKey) fields["Idempotency-Key"] = options.idempotencyKey;
  if (options.bearer) fields["Authorization"] = `Bearer ${options.bearer}`;
  return fields;
}

function silence(code: "OFFLINE" | "TIMEOUT"): ApiError {
  return { code, message: "", status: 0, details: {}, retryAfterS: 0, requestId: "", guestCode: "" };
}

function refusal(response: Response, body: unknown): ApiError {
  const told = (body ?? {}) as Partial<ApiError>;
  return {
    code: typeof told.code === "string" ? told.code : `HTTP_${response.status}`,
    message: typeof told.message === "string" ? told.message : "",
    status: response.status,
    details: (told.details as Record<string, unknown>) ?? {},
    retryAfterS: Number(response.headers.get("Retry-After")) || 0,
    requestId: response.headers.get("X-Request-Id") ?? "",
    guestCode: response.headers.get("X-Guest-Code") ?? "",
  };
}

/** The server's time in an answer, or in the single event that it contains. */
export function serverTimeOf(body: unknown): string | null {
  const told = body as { serverTime?: unknown; event?: { serverTime?: unknown } } | null;
  const time = told?.serverTime ?? told?.event?.serverTime;
  return typeof time === "string" ? time : null;
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** One call of the API, typed by api/openapi.yaml. It never throws and always has a timeout. */
export async function call<P extends Path, V extends Verb>(
  verb: V,
  path: P,
  options: CallOptions<Body<Operation<P, V>>> = {},
): Promise<Answer<Value<P, V>>> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("TIMEOUT"), options.timeoutMs ?? TIMEOUT_MS);
  const giveUp = () => stop.abort("GIVEN_UP");
  options.signal?.addEventListener("abort", giveUp);
  const sent = clock.ticks();
  try {
    const response = await fetch(address(String(path), options), {
      method: verb.toUpperCase(),
      headers: headers(options),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: stop.signal,
      credentials: "same-origin",
    });
    const body = await jsonOf(response);
    if (!response.ok) return { ok: false, error: refusal(response, body) };
    const serverTime = serverTimeOf(body);
    if (serverTime) clock.note(serverTime, sent);
    return { ok: true, value: body as Value<P, V>, status: response.status };
  } catch {
    return { ok: false, error: silence(stop.signal.reason === "TIMEOUT" ? "TIMEOUT" : "OFFLINE") };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", giveUp);
  }
}

/** A key for a change that may be repeated without happening twice. */
export const newIdempotencyKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
