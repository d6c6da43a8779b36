import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { tlsFailureCode } from "./tlsFailure";

interface Port {
  host: string;
  port: number;
}

/** Runs until `settle` is called, the socket ends or the time is over; the socket is gone afterwards. */
export function withSocket<Result>(
  open: () => Socket | TLSSocket,
  timeoutMs: number,
  watch: (socket: Socket | TLSSocket, settle: (result: Result) => void) => void,
  otherwise: (error: Error | undefined) => Result,
): Promise<Result> {
  return new Promise((resolve) => {
    let socket: Socket | TLSSocket;
    try {
      socket = open();
    } catch (error) {
      resolve(otherwise(error instanceof Error ? error : new Error(String(error))));
      return;
    }
    const settle = (result: Result): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => settle(otherwise(undefined)), timeoutMs);
    socket.on("error", (error) => settle(otherwise(error)));
    socket.on("close", () => settle(otherwise(undefined)));
    watch(socket, settle);
  });
}

/** Whether a plain JSON-RPC request gets an HTTP answer. A node with TLS closes or answers with an alert. */
export function answersPlainHttp({ host, port }: Port, timeoutMs: number): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","method":"getGroupList","params":[],"id":1}';
  const request = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return withSocket(
    () => connectTcp({ host, port }),
    timeoutMs,
    (socket, settle) => {
      socket.on("connect", () => socket.write(request));
      socket.once("data", (data: Buffer) => settle(data.toString("latin1").startsWith("HTTP/")));
    },
    () => false,
  );
}

/**
 * Whether the port speaks TLS: the handshake succeeds, or the other side refuses it with an alert, as a node does without a
 * client certificate.
 */
export function speaksTls({ host, port }: Port, timeoutMs: number): Promise<boolean> {
  return withSocket<boolean>(
    // Nothing is sent over this connection: it only asks whether there is TLS at all, so the certificate does not matter.
    () => connectTls({ host, port, rejectUnauthorized: false }),
    timeoutMs,
    (socket, settle) => socket.on("secureConnect", () => settle(true)),
    (error) => /ALERT|CERT|UNSUPPORTED_PROTOCOL/.test(tlsFailureCode(error) ?? ""),
  );
}

/** How a TCP connection went: the time it took, or the error. */
export function openTcp({ host, port }: Port, timeoutMs: number): Promise<{ ms: number } | { error: Error }> {
  const start = performance.now();
  return withSocket<{ ms: number } | { error: Error }>(
    () => connectTcp({ host, port }),
    timeoutMs,
    (socket, settle) => socket.on("connect", () => settle({ ms: Math.round(performance.now() - start) })),
    (error) => ({ error: error ?? Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" }) }),
  );
}
