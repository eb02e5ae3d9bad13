"""Opens many connections, makes one request on each, and keeps them open until it is told to
stop."""

import socket
import sys

ANSWER_MAX = 65536
IP_BIND_ADDRESS_NO_PORT = 24


def main():
    port, source, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    path = sys.argv[4].encode()
    ask = b"GET " + path + b" HTTP/1.1\r\nHost: onsale.test\r\n\r\n"
    connections = []
    for _ in range(count):
        connection = socket.socket()
        connection.settimeout(30)
        # Chooses the port at connect, when the remote address is known. Choosing it at bind is
        # slow.
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", port))
        connection.sendall(ask)
        if not connection.recv(ANSWER_MAX).startswith(b"HTTP/1.1 200"):
            sys.exit("not served")
        connections.append(connection)
    print("open", flush=True)
    sys.stdin.readline()
    # A closed connection would be readable here.
    for connection in connections:
        connection.setblocking(False)
        try:
            connection.recv(1)
            sys.exit("closed by the server")
        except BlockingIOError:
            pass
    for connection in connections:
        connection.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main()
