import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { cipherSuites, tlcpVersion } from "../tlcp/cipherSuites";
import { writeClientHello } from "../tlcp/messages";
import { contentTypes, RecordLayer } from "../tlcp/recordLayer";
import type { Endpoint } from "./endpoint";
import { withSocket } from "./portCheck";

/** The greeting of a client that takes every suite. */
function greeting(): Buffer {
  const { raw } = writeClientHello({ random: randomBytes(32), suites: cipherSuites.map(({ id }) => id) });
  return new RecordLayer().encode(contentTypes.handshake, raw);
}

/** Whether the port answers a GM TLS greeting with a record of that version (docs/protocol/tls.md, "Certificates"). */
export function speaksSmTls(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return withSocket(
    () => connect({ host, port }),
    timeoutMs,
    (socket, settle) => {
      socket.on("connect", () => socket.write(greeting()));
      socket.once("data", (data: Buffer) => {
        const known = data[0] === contentTypes.handshake || data[0] === contentTypes.alert;
        settle(known && data.length >= 3 && data.readUInt16BE(1) === tlcpVersion);
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
