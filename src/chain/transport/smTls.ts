import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import type { Endpoint } from "./endpoint";
import { withSocket } from "./portCheck";

/** ECDHE-SM4-SM3 and ECC-SM4-SM3 of GM/T 0024, with CBC and with GCM. */
const cipherSuites = [0xe011, 0xe013, 0xe051, 0xe053];
const gmVersion = [0x01, 0x01];
const handshakeRecord = 0x16;
const alertRecord = 0x15;

function clientHello(): Buffer {
  const suites = cipherSuites.flatMap((suite) => [suite >> 8, suite & 0xff]);
  const body = Buffer.concat([
    Buffer.from(gmVersion),
    randomBytes(32),
    Buffer.from([0, 0, suites.length, ...suites, 1, 0]), // no session; the suites; no compression
  ]);
  const handshake = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 0xff]), body]);
  return Buffer.concat([
    Buffer.from([handshakeRecord, ...gmVersion, handshake.length >> 8, handshake.length & 0xff]),
    handshake,
  ]);
}

/**
 * Whether the port answers a GM TLS greeting (record version 0x0101) with a record of that version. Nothing else is said in that
 * language: Node cannot speak it (docs/protocol/tls.md, "Certificates").
 */
export function speaksSmTls(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return withSocket(
    () => connect({ host, port }),
    timeoutMs,
    (socket, settle) => {
      socket.on("connect", () => socket.write(clientHello()));
      socket.once("data", (data: Buffer) => {
        const known = data[0] === handshakeRecord || data[0] === alertRecord;
        settle(known && data[1] === gmVersion[0] && data[2] === gmVersion[1]);
      });
    },
    () => false,
  );
}

/**
 * What a handshake that the other side broke off really means when the port speaks GM TLS: a node with `sm_ssl=true` refuses an
 * ordinary greeting by an alert or without a word, as it refuses wrong certificates (docs/protocol/tls.md, "What a client sees").
 */
export async function orSmTls(error: ChainError, endpoint: Endpoint, timeoutMs: number): Promise<ChainError> {
  if (
    !endpoint.secure ||
    error.kind !== "tls" ||
    !/^(?:ECONNRESET$|EPROTO$|tlsAlert$|tlsFailed$|ERR_SSL_)/.test(String(error.code))
  )
    return error;
  if (!(await speaksSmTls(endpoint.host, endpoint.port, timeoutMs))) return error;
  return clientError("smTls", { endpoint: endpoint.origin }, { cause: error });
}
