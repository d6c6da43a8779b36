import { expect, it, vi } from "vitest";
import { NotebookSerializer } from "../../../../../src/extension/features/notebook/registerNotebook";
import type { ErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";

it("isn't opened as a notebook in another encoding, as it would be saved without what it says", async () => {
  const show = vi.fn(async () => undefined);
  const serializer = new NotebookSerializer({ show } as unknown as ErrorReporter);
  const file = JSON.stringify({ version: 1, cells: [{ kind: "text", lines: ["\u00d6\u00d0\u00ce\u00c4"] }] });
  // GBK
  const opened = serializer.deserializeNotebook(Buffer.from(file, "latin1"));
  await expect(opened).rejects.toMatchObject({ code: "badNotebook" });
  expect(show).toHaveBeenCalledOnce();
});
