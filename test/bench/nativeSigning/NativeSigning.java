import java.lang.management.ManagementFactory;
import org.fisco.bcos.sdk.jni.utilities.keypair.KeyPairJniObj;
import org.fisco.bcos.sdk.jni.utilities.tx.TransactionBuilderJniObj;

/** Signs with the official native library on one thread; prints signatures per second of its processor time. */
public class NativeSigning {
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        String to = "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
        String data = "0x" + "07".repeat(100);
        byte[] key = new byte[32];
        java.util.Arrays.fill(key, (byte) 1);
        for (int suite = 0; suite < 2; suite++) {
            long pair = KeyPairJniObj.createJniKeyPair(suite, key);
            int rounds = suite == 0 ? count : Math.max(1, count / 5);
            sign(pair, to, data, rounds / 4);
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            sign(pair, to, data, rounds);
            long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            System.out.println((suite == 0 ? "standard" : "sm") + " " + Math.round(rounds * 1e9 / spent));
        }
        System.exit(0);
    }

    private static void sign(long pair, String to, String data, int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            TransactionBuilderJniObj.createSignedTransaction(pair, "group0", "chain0", to, data, "", 501, 0);
        }
    }
}
