import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { OnlyDebugProtocol, type SessionServer, serveSessions } from "../../../src/debugger/adapter/sessionServer";
import { isOwnersAlone } from "../../support/portable";

let server: SessionServer;
/** What sessions were given to read, one after another. */
let sessions: string[] = [];
beforeAll(async () => {
  server = await serveSessions((input, output) => {
    const own = sessions.push("") - 1;
    input.on("data", (bytes: Buffer) => {
      sessions[own] += bytes.toString();
      output.write("read");
    });
  });
});
beforeEach(() => {
  sessions = [];
});
afterAll(() => server.close());

const message = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const launch = message('{"seq":1,"type":"request","command":"launch","arguments":{"solc":"/tmp/x.js"}}');

/** Says something, and waits until it is answered or the connection is ended. */
async function report(...parts: string[]): Promise<"answered" | "ended"> {
  const socket: Socket = connect(server.path);
  const fate = new Promise<"answered" | "ended">((done) => {
    socket.on("close", () => done("ended"));
    socket.on("error", () => done("ended"));
    socket.on("data", () => done("answered"));
  });
  for (const part of parts) socket.write(part);
  const what = await fate;
  socket.destroy();
  return what;
}

it("listens where only this user gets to, at no port", () => {
  expect(server.path).not.toMatch(/^\d+$/);
  if (process.platform === "win32") expect(server.path).toMatch(/^\\\\\.\\pipe\\chainside-debug-[0-9a-f]{32}$/);
  else expect(isOwnersAlone(dirname(server.path))).toBe(true);
});

it("gives messages of the protocol to a session, however they are cut", async () => {
  expect(await report(launch)).toBe("answered");
  expect(sessions).toEqual([launch]);
  const characters = new PassThrough();
  const through = characters.pipe(new OnlyDebugProtocol());
  let got = "";
  through.on("data", (bytes: Buffer) => {
    got += bytes.toString();
  });
  for (const character of Buffer.from(launch + launch)) characters.write(Buffer.of(character));
  characters.end();
  await new Promise((done) => through.on("end", done));
  expect(got).toBe(launch + launch);
});

it.each([
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n${launch}`,
  `POST / HTTP/1.1\r\nContent-Length: ${launch.length}\r\n\r\n${launch}`,
  `GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n\r\n`,
  `Content-Length: 5\r\nHost: x\r\n\r\nhello`,
  `Host: x\r\n${launch}`,
  `\r\n${launch}`,
  "Content-Length: 99999999\r\n\r\n",
  "Content-Length: 0\r\n\r\n",
  "Content-Length: -1\r\n\r\n",
  "\u0016\u0003\u0001\u0002",
])("ends a connection that says %j, before a session reads a byte", async (text) => {
  expect(await report(text)).toBe("ended");
  expect(sessions.join("")).toBe("");
});

it("ends it after a good message too", async () => {
  const socket = connect(server.path);
  const closed = new Promise((done) => socket.on("close", done));
  socket.on("error", () => undefined).resume();
  socket.write(`${launch}POST / HTTP/1.1\r\n\r\n${launch}`);
  await closed;
  expect(sessions.join("")).toBe(launch);
});

it("leaves nothing behind", async () => {
  const other = await serveSessions(() => undefined);
  other.close();
  if (process.platform !== "win32") expect(existsSync(dirname(other.path))).toBe(false);
});
