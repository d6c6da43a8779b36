// What notebooks are made of.

export class NotebookCellOutputItem {
  constructor(
    readonly data: Uint8Array,
    readonly mime: string,
  ) {}
  static text(value: string, mime = "text/plain"): NotebookCellOutputItem {
    return new NotebookCellOutputItem(new TextEncoder().encode(value), mime);
  }
  static json(value: unknown, mime = "text/x-json"): NotebookCellOutputItem {
    return NotebookCellOutputItem.text(JSON.stringify(value), mime);
  }
}

export class NotebookCellOutput {
  constructor(readonly items: readonly NotebookCellOutputItem[]) {}
}

export class NotebookEdit {
  private constructor(readonly metadata: Readonly<Record<string, unknown>>) {}
  static updateNotebookMetadata(metadata: Readonly<Record<string, unknown>>): NotebookEdit {
    return new NotebookEdit(metadata);
  }
}
