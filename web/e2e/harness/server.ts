import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { until } from "./until";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const BINARY = process.env["ONSALE_BINARY"] ?? join(ROOT, "build/release/onsale");

// All browsers of a test share one address, and a test is faster than a person. The limits stay on,
// with high values.
const GENEROUS = {
  "limits.guest_per_second": 100000,
  "limits.guest_burst": 100000,
  "limits.address_per_second": 100000,
  "limits.address_burst": 100000,
  "limits.joins_per_address_per_second": 100000,
  "limits.joins_burst": 100000,
};

export type Settings = Record<string, string | number>;
/** An answer whose members are unknown until it is cast to a type of the API. */
export type Json = { [name: string]: unknown };

/**
 * Below the kernel's range for outgoing connections, where a client could take the port before the
 * server starts. Excludes ports that browsers refuse to open.
 */
export async function freePort(): Promise<number> {
  // Neither the kernel nor the other end-to-end tests choose ports here.
  const port = 31000 + Math.floor(Math.random() * 1700);
  const probe = createServer();
  const free = new Promise<boolean>((tell) => {
    probe.once("error", () => tell(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => tell(true)));
  });
  return (await free) ? port : freePort();
}

/** Calls the admin API with the owner's key from a data folder. */
export async function callAdmin<T = Json>(
  origin: string,
  data: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const key = readFileSync(join(data, "owner.key"), "utf8").trim();
  const response = await fetch(`${origin}/api/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : {}) as T;
}

/** A real onsale process with its own ports and data folder. */
export class Server {
  private child: ChildProcess | null = null;

  private constructor(
    readonly folder: string,
    readonly port: number,
    readonly adminPort: number,
    private readonly settings: Settings,
    private readonly flags: string[],
  ) {}

  static async start(settings: Settings = {}, flags: string[] = []): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "onsale-web-"));
    const all = { ...GENEROUS, "server.loops": 1, ...settings };
    const server = new Server(folder, await freePort(), await freePort(), all, flags);
    await server.start();
    return server;
  }

  get data(): string {
    return join(this.folder, "data");
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get adminOrigin(): string {
    return `http://127.0.0.1:${this.adminPort}`;
  }

  get ownerKey(): string {
    return readFileSync(join(this.data, "owner.key"), "utf8").trim();
  }

  async start(): Promise<void> {
    const log = openSync(join(this.folder, "log"), "a");
    this.child = spawn(BINARY, this.words(), { stdio: ["ignore", log, log] });
    closeSync(log);
    await until(`onsale answers\n${this.log()}`, async () => {
      if (this.child?.exitCode != null) throw new Error(`onsale ended at once:\n${this.log()}`);
      return fetch(`${this.origin}/healthz`).then((answer) => answer.ok, () => false);
    });
  }

  private words(): string[] {
    const settings = { ...this.settings, "server.admin_listen": `127.0.0.1:${this.adminPort}` };
    const own = ["serve", "--data", this.data, "--listen", `127.0.0.1:${this.port}`, ...this.flags];
    return [...own, ...Object.entries(settings).flatMap(([key, value]) => ["--set", `${key}=${value}`])];
  }

  private log(): string {
    return readFileSync(join(this.folder, "log"), "utf8").split("\n").slice(-20).join("\n");
  }

  /** Kills the process without a shutdown, like a power cut. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Uploads a picture as an operator does. */
  async upload(path: string, png: Blob): Promise<void> {
    const response = await fetch(`${this.adminOrigin}/api/admin${path}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${this.ownerKey}`, "Content-Type": "image/png" },
      body: png,
    });
    if (!response.ok) throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`);
  }

  admin<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    return callAdmin<T>(this.adminOrigin, this.data, method, path, body);
  }
}
