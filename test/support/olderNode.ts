import { createServer, type Server } from "node:http";

/** IDs of a 2.x node's two peers. */
export const olderPeerIds = ["b2".repeat(64), "c3".repeat(64)] as const;

/** What a 2.x node tells of them. */
export const olderRecords = olderPeerIds.map((NodeID, index) => ({
  Agency: "bank",
  IPAndPort: `10.0.0.${index + 2}:30300`,
  Node: `old${index + 1}`,
  NodeID,
  Topic: [],
}));

/** Answers as nodes of 2.x do: a group number is wanted first, and there is no getGroupInfo. The caller has it listen. */
export function olderNode(): Server {
  return createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { id, method, params } = JSON.parse(body);
      const error = (code: number, message: string) => ({ id, jsonrpc: "2.0", error: { code, message } });
      const answer =
        method !== "getPeers"
          ? error(-32601, "The method does not exist/is not available.")
          : params[0] === 1
            ? { id, jsonrpc: "2.0", result: olderRecords }
            : error(-32602, "Invalid method parameters (invalid name and/or type) recognised");
      response.end(JSON.stringify(answer));
    });
  });
}
