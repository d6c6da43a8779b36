import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { clientError } from "../../errors/clientError";
import { jsonLimits, jsonObjectOf, parseBoundedJson } from "../../text/limits/boundedJson";
import { isLoopback } from "../../text/loopback";
import type { NpmConfig } from "./npmConfig";
import { releasedVersions, releases } from "./releases";

/** Most bytes that a compiler's package may unpack to. */
const maxPackage = 200 * 1024 * 1024;
const block = 512;

const text = (bytes: Buffer, start: number, length: number): string => {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
};

/**
 * One file of a package as npm packs it (gzip, ustar). Undefined when the file is not in it.
 * @throws what unpacking throws for damaged or far too large packages.
 */
export function fileOfTarball(tarball: Uint8Array, path: string): Buffer | undefined {
  const archive = gunzipSync(tarball, { maxOutputLength: maxPackage });
  for (let at = 0; at + block <= archive.length; ) {
    const name = text(archive, at, 100);
    if (name === "") return undefined;
    const length = Number.parseInt(text(archive, at + 124, 12).trim(), 8);
    if (!Number.isInteger(length) || length < 0) return undefined;
    const prefix = text(archive, at + 345, 155);
    const start = at + block;
    if ((prefix === "" ? name : `${prefix}/${name}`) === path) return archive.subarray(start, start + length);
    at = start + Math.ceil(length / block) * block;
  }
  return undefined;
}

/** How far a download is; `total` is undefined where the registry does not say. */
export type FetchProgress = (received: number, total: number | undefined) => void;

/** Most bytes that a compiler's package may have. */
const maxTarball = 100 * 1024 * 1024;
const connectTimeoutMs = 20_000;

/** It is CommonJS: in the bundle only `default` has its names. The types of that leave out one. */
const loadUndici = async () => (await import("undici")).default as typeof import("undici");

async function dispatcherOf({ proxy, noProxy, certificates, strictTls, registry }: NpmConfig) {
  const { Agent, EnvHttpProxyAgent } = await loadUndici();
  const { rootCertificates } = await import("node:tls");
  const tls = {
    rejectUnauthorized: strictTls,
    ...(certificates === undefined ? {} : { ca: [...rootCertificates, certificates] }),
  };
  const isLocal = URL.canParse(registry) && isLoopback(new URL(registry).hostname);
  const connect = { ...tls, timeout: connectTimeoutMs };
  if (!proxy || isLocal) return new Agent({ connect });
  return new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, noProxy, requestTls: tls, connect });
}

async function download(
  url: string,
  config: NpmConfig,
  progress: FetchProgress,
  signal: AbortSignal | undefined,
): Promise<{ status: number; body: Buffer }> {
  const { fetch } = await loadUndici();
  const dispatcher = await dispatcherOf(config);
  try {
    const response = await fetch(url, {
      dispatcher,
      signal: signal ?? null,
      headers: config.authorization === undefined ? {} : { authorization: config.authorization },
    });
    const length = Number(response.headers.get("content-length"));
    const total = Number.isInteger(length) && length > 0 ? length : undefined;
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array;
      received += bytes.length;
      if (received > maxTarball) throw new Error(`more than ${maxTarball} bytes came`);
      chunks.push(bytes);
      progress(received, total);
    }
    return { status: response.status, body: Buffer.concat(chunks) };
  } finally {
    await dispatcher.destroy();
  }
}

/** The innermost words of an error: what the network said. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

/** @throws ChainError usage `noSuchCompiler`; transport `compilerOffline` */
function requireFound(status: number, version: string, { registry }: NpmConfig): void {
  if (status === 404) throw clientError("noSuchCompiler", { version, newest: releasedVersions.at(-1) ?? "" });
  if (status !== 200) throw clientError("compilerOffline", { version, registry, reason: `HTTP ${status}` });
}

/** What a registry answered; undefined for what is no JSON, such as the page of a proxy. */
function readJson(body: Buffer): unknown {
  try {
    return parseBoundedJson(body.toString("utf8"), jsonLimits.plain);
  } catch {
    return undefined;
  }
}

/** SHA-512 of a version that this product does not know yet, from the registry itself. */
async function integrityFromRegistry(
  version: string,
  config: NpmConfig,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { status, body } = await download(`${config.registry}/solc/${version}`, config, () => undefined, signal);
  requireFound(status, version, config);
  const dist = jsonObjectOf(jsonObjectOf(readJson(body))["dist"]);
  const [, sha512] = /sha512-(\S+)/.exec(String(dist["integrity"])) ?? [];
  if (sha512 === undefined) throw clientError("compilerIntegrity", { version, registry: config.registry });
  return sha512;
}

/**
 * Gets a compiler from the registry of the user's configuration. What comes is compared with the SHA-512 that this product knows of that
 * release, so that a mirror need not be trusted. Of a release that it doesn't know, this is no more than what the registry calls so:
 * whether that may run, its hash decides (`admitCompiler`).
 * @returns the text of `soljson.js`
 * @throws ChainError transport `compilerOffline`, `compilerIntegrity`; usage `noSuchCompiler`; the signal's reason.
 */
export async function fetchCompiler(
  version: string,
  config: NpmConfig,
  progress: FetchProgress,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { registry } = config;
  let status: number;
  let body: Buffer;
  let expected: string;
  try {
    expected = releases.get(version)?.package ?? (await integrityFromRegistry(version, config, signal));
    ({ status, body } = await download(`${registry}/solc/-/solc-${version}.tgz`, config, progress, signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && error.name === "ChainError") throw error;
    throw clientError("compilerOffline", { version, registry, reason: reasonOf(error) }, { cause: error });
  }
  requireFound(status, version, config);
  const actual = createHash("sha512").update(body).digest("base64");
  const soljson = actual === expected ? fileOfTarball(body, "package/soljson.js") : undefined;
  if (!soljson) throw clientError("compilerIntegrity", { version, registry });
  return soljson;
}
