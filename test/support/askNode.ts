/**
 * The `result` of a JSON-RPC method.
 * @throws Error with code and words of the node's error.
 */
export async function ask<Result = unknown>(
  url: string,
  method: string,
  params: readonly unknown[],
  token?: string,
): Promise<Result> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: Result; error?: { code: number; message: string } };
  if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result as Result;
}
