// One side of SM TLS by somebody else's implementation, for the tests of ours: main ROLE FOLDER CA PORT.
package main

import (
	"fmt"
	"io"
	"net"
	"os"

	"github.com/tjfoc/gmsm/gmtls"
	"github.com/tjfoc/gmsm/x509"
)

func main() {
	role, folder, ca, port := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	names := []string{"sm_ssl", "sm_enssl"}
	if role == "client" {
		names = []string{"sm_sdk", "sm_ensdk"}
	}
	config := &gmtls.Config{GMSupport: &gmtls.GMSupport{}, ClientAuth: gmtls.RequireAndVerifyClientCert, InsecureSkipVerify: role == "client"}
	for _, name := range names {
		pair, err := gmtls.LoadX509KeyPair(folder+"/"+name+".crt", folder+"/"+name+".key")
		must(err)
		config.Certificates = append(config.Certificates, pair)
	}
	pem, err := os.ReadFile(ca)
	must(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	config.RootCAs, config.ClientCAs = pool, pool
	if role == "client" {
		connection, err := gmtls.Dial("tcp", "127.0.0.1:"+port, config)
		if err != nil {
			fmt.Println("refused", err)
			return
		}
		_, err = connection.Write([]byte("hello"))
		must(err)
		answer := make([]byte, 5)
		_, err = io.ReadFull(connection, answer)
		fmt.Println("answer", string(answer), err == nil)
		connection.Close()
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	must(err)
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	for {
		raw, err := listener.Accept()
		must(err)
		go serve(gmtls.Server(raw, config))
	}
}

// serve gives back what it gets.
func serve(connection *gmtls.Conn) {
	defer connection.Close()
	if err := connection.Handshake(); err != nil {
		fmt.Println("refused", err)
		return
	}
	fmt.Println("open")
	_, _ = io.Copy(connection, connection)
}

func must(err error) {
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}
