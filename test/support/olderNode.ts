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

/** How a 2.x node tells of its peers: by its release, its groups, and what it has to refuse. */
export interface OlderForm {
  /** What `getPeers` gives. */
  readonly peers?: readonly unknown[];
  /** Its groups; undefined: it knows of none and wants none. */
  readonly groups?: readonly number[] | undefined;
  /** An error of its own for every question. */
  readonly refusal?: { readonly code: number; readonly message: string };
}

/** Answers as nodes of 2.x do: a group number is wanted first, and there is no getGroupInfo. The caller has it listen. */
export function olderNode(form: OlderForm = {}): Server {
  const { peers = olderRecords, refusal } = form;
  const groups = "groups" in form ? form.groups : [1];
  const errorOf = (code: number, message: string) => ({ error: { code, message } });
  const noMethod = errorOf(-32601, "The method does not exist/is not available.");
  const wrongParameters = errorOf(-32602, "Invalid method parameters (invalid name and/or type) recognised");
  const answerTo = (method: string, params: readonly unknown[]): object => {
    if (method === "getGroupList" && groups) return { result: groups };
    if (method !== "getPeers") return noMethod;
    if (refusal && params.length > 0) return { error: refusal };
    if (!groups) return params.length === 0 ? { result: peers } : wrongParameters;
    if (params.length !== 1 || typeof params[0] !== "number") return wrongParameters;
    return groups.includes(params[0]) ? { result: peers } : errorOf(-40001, "GroupID does not exist");
  };
  return createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { id, method, params } = JSON.parse(body);
      response.end(JSON.stringify({ id, jsonrpc: "2.0", ...answerTo(method, params) }));
    });
  });
}
