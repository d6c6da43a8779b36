import { createCipheriv, createHmac, getCiphers, getHashes, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { directionKeys, hmacSm3, masterSecret, plainHmacSm3, prf, verifyData } from "../../../../src/chain/tlcp/prf";
import { plainSm4Cbc, sm4Cbc, sm4GcmOpen, sm4GcmSeal } from "../../../../src/chain/tlcp/sm4";
import { sm2Decrypt, sm2Encrypt, sm2SharedKey } from "../../../../src/crypto/sm2Exchange";
import { sm2KeyPair, sm2PublicKey } from "../../../../src/crypto/sm2KeyPair";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
const hex = (data: Uint8Array): string => Buffer.from(data).toString("hex").toUpperCase();
const pair = (privateKey: string) => ({ privateKey: bytes(privateKey), publicKey: sm2PublicKey(bytes(privateKey)) });

describe("SM4", () => {
  const key = bytes("0123456789ABCDEFFEDCBA9876543210");

  it("enciphers the example of GB/T 32907", () => {
    const zero = Buffer.alloc(16);
    expect(hex(plainSm4Cbc(key, zero, key, true))).toBe("681EDF34D206965E86B3E94F536E4246");
    const record = Buffer.concat([zero, bytes("681EDF34D206965E86B3E94F536E4246")]);
    expect(sm4Cbc(key).decrypt(record)).toEqual(key);
  });

  it("enciphers the example of RFC 8998 in GCM, and opens nothing that was changed", () => {
    const iv = bytes("00001234567800000000ABCD");
    const associated = bytes("FEEDFACEDEADBEEFFEEDFACEDEADBEEFABADDAD2");
    const plain = bytes(["A", "B", "C", "D", "E", "F", "E", "A"].map((digit) => digit.repeat(16)).join(""));
    const sealed = sm4GcmSeal(key, iv, associated, plain);
    expect(hex(sealed)).toBe(
      "17F399F08C67D5EE19D0DC9969C4BB7D5FD46FD3756489069157B282BB200735D82710CA5C22F0CCFA7CBF93D496AC15" +
        "A56834CBCF98C397B4024A2691233B8D83DE3541E4C2B58177E065A9BF7B62EC",
    );
    expect(sm4GcmOpen(key, iv, associated, sealed)).toEqual(plain);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sm4GcmOpen(key, iv, associated, changed)).toBeUndefined();
    }
    expect(sm4GcmOpen(key, iv, Buffer.alloc(20), sealed)).toBeUndefined();
    expect(sm4GcmOpen(key, iv, associated, Buffer.alloc(15))).toBeUndefined();
  });

  it.runIf(getCiphers().includes("sm4-cbc"))("is the same with OpenSSL and with the library", () => {
    for (const blocks of [1, 2, 7, 64]) {
      const [iv, data] = [randomBytes(16), randomBytes(16 * blocks)];
      const sealed = plainSm4Cbc(key, iv, data, true);
      expect(createCipheriv("sm4-cbc", key, iv).setAutoPadding(false).update(data)).toEqual(sealed);
      expect(plainSm4Cbc(key, iv, sealed, false)).toEqual(data);
      const [writing, reading] = [sm4Cbc(key), sm4Cbc(key)];
      const records = [0, 1].map(() => writing.encrypt(Buffer.concat([randomBytes(16), data])));
      expect(records[0]).not.toEqual(records[1]);
      for (const record of records) {
        expect(record.length).toBe(data.length + 16);
        expect(plainSm4Cbc(key, record.subarray(0, 16), record.subarray(16), false)).toEqual(data);
        expect(reading.decrypt(record)).toEqual(data);
      }
      expect(reading.decrypt(Buffer.concat([iv, sealed]))).toEqual(data);
    }
  });
});

describe("the pseudo-random function", () => {
  it.runIf(getHashes().includes("sm3"))("stands on the HMAC that OpenSSL has, too", () => {
    for (const length of [0, 1, 32, 63, 64, 65, 200]) {
      const [key, data] = [randomBytes(length), randomBytes(3 * length)];
      const expected = createHmac("sm3", key).update(data).digest();
      expect(plainHmacSm3(key, [data.subarray(0, length), data.subarray(length)])).toEqual(expected);
      expect(hmacSm3(key, data)).toEqual(expected);
    }
  });

  it("is P_SM3 of the label and the seed, as far as asked", () => {
    const [secret, seed] = [bytes("0b".repeat(48)), bytes("cd".repeat(64))];
    const labelled = Buffer.concat([Buffer.from("master secret"), seed]);
    const first = hmacSm3(secret, labelled);
    const second = hmacSm3(secret, first);
    const whole = Buffer.concat([hmacSm3(secret, first, labelled), hmacSm3(secret, second, labelled)]);
    expect(prf(secret, "master secret", seed, 48)).toEqual(whole.subarray(0, 48));
    expect(prf(secret, "master secret", seed, 5)).toEqual(whole.subarray(0, 5));
  });
});

/** What OpenSSL 3 computes with its own TLS1-PRF over SM3 (`openssl kdf -kdfopt digest:SM3 … TLS1-PRF`): no one has published others. */
describe("the secrets of a handshake", () => {
  const master = Buffer.from(Array.from({ length: 48 }, (_, i) => i));
  const clientRandom = Buffer.from(Array.from({ length: 32 }, (_, i) => 7 * i + 1));
  const serverRandom = Buffer.from(Array.from({ length: 32 }, (_, i) => 11 * i + 5));
  const keyBlock =
    "6047D75D569DDD59D53C902C04F063B4A10D4B5FCEFAB6C958CD468926BB649F6FE8C654F3FA2BC72EA5F64BE72FF828" +
    "F5A302D96D7205BCEEF01E2AEB2B4D6ECB7C0981C40867289D33B41FCAB1034076AD38264526DB48D39D6DAE3A0FD5A5" +
    "EE0A72F7CF534E908E98FF14626519215E2FB66CE2A2227D9D5AAEB7A5AB8542";

  it("are what another implementation makes of them", () => {
    expect(hex(masterSecret(master, clientRandom, serverRandom))).toBe(
      "0A7D50566A70FD6639131CC989841821A68D17151EB3D888C4C305FF35E72657B98787EDC4CC05EF636EF89FC5DD2D71",
    );
    expect(hex(verifyData(master, "client", clientRandom))).toBe("3F475E214893D6562989C75A");
    expect(hex(verifyData(master, "server", serverRandom))).toBe("743A7B1935EE9905D6309BC8");
  });

  it("are cut into keys in the order of the standard", () => {
    const cut = (...lengths: number[]): string[] => {
      let at = 0;
      return lengths.map((length) => {
        at += 2 * length;
        return keyBlock.slice(at - 2 * length, at);
      });
    };
    const cbc = directionKeys(master, clientRandom, serverRandom, "cbc");
    const { client, server } = cbc;
    const parts = [client.macKey, server.macKey, client.key, server.key, client.iv, server.iv];
    expect(parts.map(hex)).toEqual(cut(32, 32, 16, 16, 16, 16));
    const gcm = directionKeys(master, clientRandom, serverRandom, "gcm");
    const gcmParts = [gcm.client.key, gcm.server.key, gcm.client.iv, gcm.server.iv];
    expect(gcmParts.map(hex)).toEqual(cut(16, 16, 4, 4));
    expect(gcm.client.macKey.length).toBe(0);
  });
});

/** Examples of GB/T 32918.5-2017 on the curve sm2p256v1. */
describe("SM2", () => {
  it("enciphers the example of annex C", () => {
    const owner = pair("3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8");
    const ephemeral = pair("59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21");
    const message = Buffer.from("encryption standard");
    const sealed = sm2Encrypt(message, owner.publicKey, ephemeral);
    expect(hex(sealed.point)).toBe(
      "04EBFC718E8D1798620432268E77FEB6415E2EDE0E073C0F4F640ECD2E149A73" +
        "E858F9D81E5430A57B36DAAB8F950A3C64E6EE6A63094D99283AFF767E124DF0",
    );
    expect(hex(sealed.data)).toBe("21886CA989CA9C7D58087307CA93092D651EFA");
    expect(hex(sealed.hash)).toBe("59983C18F809E262923C53AEC295D30383B54E39D609D160AFCB1908D0BD8766");
    expect(Buffer.from(sm2Decrypt(sealed, owner.privateKey) ?? [])).toEqual(message);
    for (const part of ["point", "data", "hash"] as const)
      for (const at of [0, 7, 18]) {
        const changed = Uint8Array.from(sealed[part]);
        changed[at] = (changed[at] ?? 0) ^ 0x40;
        expect(sm2Decrypt({ ...sealed, [part]: changed }, owner.privateKey)).toBeUndefined();
      }
    expect(sm2Decrypt(sealed, ephemeral.privateKey)).toBeUndefined();
    expect(sm2Decrypt({ ...sealed, hash: new Uint8Array(0) }, owner.privateKey)).toBeUndefined();
    expect(() => sm2Encrypt(message, new Uint8Array(64))).toThrow(RangeError);
  });

  it("agrees on the key of annex B", () => {
    const a = pair("81EB26E941BB5AF16DF116495F90695272AE2CD63D6C4AE1678418BE48230029");
    const b = pair("785129917D45A9EA5437A59356B82338EAADDA6CEB199088F14AE10DEFA229B5");
    const ra = pair("D4DE15474DB74D06491C440D305E012400990F3E390C7E87153C12DB2EA60BB3");
    const rb = pair("7E07124814B309489125EAED101113164EBF0F3458C5BD88335C1F9D596243D6");
    const ofA = { initiator: true, own: a, ownEphemeral: ra, peer: b.publicKey, peerEphemeral: rb.publicKey };
    const ofB = { initiator: false, own: b, ownEphemeral: rb, peer: a.publicKey, peerEphemeral: ra.publicKey };
    expect(hex(sm2SharedKey(ofA, 16))).toBe("6C89347354DE2484C60B4AB1FDE4C6E5");
    expect(hex(sm2SharedKey(ofB, 16))).toBe("6C89347354DE2484C60B4AB1FDE4C6E5");
    expect(sm2SharedKey({ ...ofB, initiator: true }, 16)).not.toEqual(sm2SharedKey(ofA, 16));
    for (const wrong of [new Uint8Array(64), bytes("ff".repeat(64)), new Uint8Array(63)]) {
      expect(() => sm2SharedKey({ ...ofA, peerEphemeral: wrong }, 16)).toThrow(RangeError);
      expect(() => sm2SharedKey({ ...ofA, peer: wrong }, 16)).toThrow(RangeError);
    }
  });

  it("makes keys that belong together", () => {
    const keys = sm2KeyPair();
    expect(Buffer.from(keys.publicKey)).toEqual(Buffer.from(sm2PublicKey(keys.privateKey)));
  });
});
