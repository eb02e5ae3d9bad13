// Node.js 18, which Debian 12 has, keeps what browsers call `crypto` in a module.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
