import { expect, it } from "vitest";
import { readRecordUri, recordUri } from "../../../../../src/extension/flows/target/recordUri";

const groupOf = (name: string, groupId: string) => ({
  id: `settings:${name}/${groupId}`,
  groupId,
  connection: { name },
});

it.each([
  ["shop", "group0", "t_goods", "/shop/group0/table/Table t_goods.fisco"],
  ["/a/b", "group0", "t_user/1", "/·a·b/group0/table/Table t_user·1.fisco"],
  ["shop", "g\ud800", "\u202etxt.exe", "/shop/g\\ud800/table/Table \\u202etxt.exe.fisco"],
  ["shop", "group0", "😀".repeat(30), `/shop/group0/table/Table ${"😀".repeat(10)}….fisco`],
])("the document of a thing has a name that can be seen, and knows what it is of: %s %s %s", (name, id, key, path) => {
  const group = groupOf(name, id);
  const uri = recordUri(group as never, "table", key);
  expect(uri.path).toBe(path);
  expect(() => encodeURIComponent(uri.path)).not.toThrow();
  expect(readRecordUri(uri)).toEqual({ groupId: group.id, kind: "table", key });
});
