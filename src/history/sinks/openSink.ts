import type { HistorySink } from "../store/historySink";
import type { SinkTarget } from "./sinkTarget";

/** Opens what an address names; its library is loaded then. @throws ChainError as `HistorySink.position` */
export async function openSink(target: SinkTarget): Promise<HistorySink> {
  switch (target.kind) {
    case "kafka":
      return (await import("./kafkaSink")).KafkaSink.open(target);
    case "clickhouse":
      return (await import("./clickhouseSink")).ClickhouseSink.open(target);
    case "parquet":
      return (await import("./parquetSink")).ParquetSink.open(target.name);
  }
}
