package chainside;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import live.Live;
import org.fisco.bcos.sdk.v3.BcosSDK;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.client.protocol.response.BcosBlock;
import org.fisco.bcos.sdk.v3.config.ConfigOption;
import org.fisco.bcos.sdk.v3.config.model.ConfigProperty;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;

/**
 * What the official SDK takes for sends, reads, and a block (test/bench/javaSdk.ts). Arguments: end point, suite, private key, address of the
 * contract, number of the block, then counts of sends, reads, and blocks. A line for each: name, count, milliseconds, and milliseconds of
 * processors.
 */
public final class Rates {
  private static final int PARALLEL = 16;
  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(PARALLEL);

  private static void measure(String name, int count, Callable<?> work) throws Exception {
    repeat(Math.max(1, count / 5), work); // to warm up
    long cpu = MACHINE.getProcessCpuTime();
    long begin = System.nanoTime();
    repeat(count, work);
    long taken = System.nanoTime() - begin;
    System.out.println(name + " " + count + " " + taken / 1e6 + " " + (MACHINE.getProcessCpuTime() - cpu) / 1e6);
  }

  private static void repeat(int count, Callable<?> work) throws Exception {
    AtomicInteger left = new AtomicInteger(count);
    List<Future<?>> loops = new ArrayList<>();
    for (int at = 0; at < PARALLEL; at++) {
      loops.add(
          THREADS.submit(
              () -> {
                while (left.getAndDecrement() > 0) work.call();
                return null;
              }));
    }
    for (Future<?> loop : loops) loop.get();
  }

  public static void main(String[] arguments) throws Exception {
    ConfigProperty property = new ConfigProperty();
    Map<String, Object> network = new HashMap<>();
    network.put("peers", new ArrayList<>(Collections.singletonList(arguments[0])));
    network.put("defaultGroup", "group0");
    property.setNetwork(network);
    Map<String, Object> material = new HashMap<>();
    material.put("certPath", ".");
    material.put("disableSsl", "true");
    material.put("useSMCrypto", String.valueOf(arguments[1].equals("sm")));
    property.setCryptoMaterial(material);
    Client client = new BcosSDK(new ConfigOption(property)).getClient("group0");
    Live live = Live.load(arguments[3], client, client.getCryptoSuite().loadKeyPair(arguments[2]));
    BigInteger block = new BigInteger(arguments[4]);
    measure(
        "send",
        Integer.parseInt(arguments[5]),
        () -> {
          TransactionReceipt receipt = live.setLabel("a label of the shop");
          if (receipt.getStatus() != 0) throw new IllegalStateException(receipt.getMessage());
          return receipt;
        });
    measure("read", Integer.parseInt(arguments[6]), live::label);
    measure(
        "block",
        Integer.parseInt(arguments[7]),
        () -> {
          BcosBlock.Block found = client.getBlockByNumber(block, false, false).getBlock();
          if (found.getTransactions().size() != 1000) throw new IllegalStateException("not the block");
          return found;
        });
    System.exit(0);
  }
}
