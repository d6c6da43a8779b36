"""One side of SM TLS by Tongsuo, for the tests of ours: tongsuo.py LIBRARY ROLE FOLDER CA SUITE PORT.

The library is the one inside the wheel `tongsuopy`, whose functions are called as they are in C. A server gives back what it gets.
"""

import ctypes
import os
import socket
import sys
import threading

LIBRARY, ROLE, FOLDER, CA, SUITE, PORT = sys.argv[1:7]
tongsuo = ctypes.CDLL(LIBRARY)
for function in ("NTLS_server_method", "NTLS_client_method", "SSL_CTX_new", "SSL_new", "SSL_get_current_cipher"):
    getattr(tongsuo, function).restype = ctypes.c_void_p
tongsuo.SSL_CIPHER_get_name.restype = ctypes.c_char_p
tongsuo.ERR_get_error.restype = ctypes.c_ulong
pem, verify_and_require = 1, 3


def last_error() -> str:
    text = ctypes.create_string_buffer(256)
    tongsuo.ERR_error_string_n(ctypes.c_ulong(tongsuo.ERR_get_error()), text, 256)
    return text.value.decode()


def must(result: int) -> None:
    if result != 1:
        print("failed", last_error(), flush=True)
        sys.exit(1)


def make_context() -> ctypes.c_void_p:
    method = tongsuo.NTLS_server_method() if ROLE == "server" else tongsuo.NTLS_client_method()
    context = ctypes.c_void_p(tongsuo.SSL_CTX_new(ctypes.c_void_p(method)))
    tongsuo.SSL_CTX_enable_ntls(context)
    names = ("sm_ssl", "sm_enssl") if ROLE == "server" else ("sm_sdk", "sm_ensdk")
    for use, name in zip(("sign", "enc"), names):
        path = os.path.join(FOLDER, name).encode()
        must(getattr(tongsuo, f"SSL_CTX_use_{use}_certificate_file")(context, path + b".crt", pem))
        must(getattr(tongsuo, f"SSL_CTX_use_{use}_PrivateKey_file")(context, path + b".key", pem))
    must(tongsuo.SSL_CTX_load_verify_locations(context, CA.encode(), None))
    tongsuo.SSL_CTX_set_verify(context, verify_and_require, None)
    if SUITE != "-":
        must(tongsuo.SSL_CTX_set_cipher_list(context, SUITE.encode()))
    return context


def speak(context: ctypes.c_void_p, connection: socket.socket) -> None:
    ssl = ctypes.c_void_p(tongsuo.SSL_new(context))
    tongsuo.SSL_set_fd(ssl, connection.fileno())
    if (tongsuo.SSL_accept if ROLE == "server" else tongsuo.SSL_connect)(ssl) != 1:
        print("refused", last_error(), flush=True)
        connection.close()
        return
    suite = tongsuo.SSL_CIPHER_get_name(ctypes.c_void_p(tongsuo.SSL_get_current_cipher(ssl)))
    print("open", suite.decode(), flush=True)
    data = ctypes.create_string_buffer(65536)
    if ROLE == "client":
        tongsuo.SSL_write(ssl, b"hello", 5)
        count = tongsuo.SSL_read(ssl, data, 65536)
        print("answer", data.raw[:count].decode(), flush=True)
    else:
        while (count := tongsuo.SSL_read(ssl, data, 65536)) > 0:
            tongsuo.SSL_write(ssl, data.raw[:count], count)
    tongsuo.SSL_shutdown(ssl)
    connection.close()


def main() -> None:
    context = make_context()
    if ROLE == "client":
        speak(context, socket.create_connection(("127.0.0.1", int(PORT))))
        return
    listener = socket.create_server(("127.0.0.1", int(PORT)))
    print("port", listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=speak, args=(context, connection), daemon=True).start()


main()
