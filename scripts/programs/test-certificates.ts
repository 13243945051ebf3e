import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Tls } from './test-postgres.ts'

const run = promisify(execFile)
/** Arguments of openssl for a new key without a passphrase. */
const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

/** Creates certificate authorities for a test and the certificates of servers, in a folder. */
export const createTestCertificates = (folder: string) => {
  const runOpenssl = (command: string) => run('openssl', command.split(' '), { cwd: folder })
  return {
    /** Creates `<name>.pem` and its key. */
    makeAuthority: (name: string) =>
      runOpenssl(`req -x509 ${newKey} -subj /CN=${name} -days 2 -keyout ${name}.key -out ${name}.pem`),
    /** Creates a server's certificate that an authority signs. It is for 127.0.0.1, without a host name. */
    makeCertificate: async (authority: string): Promise<Tls> => {
      writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1')
      await runOpenssl(`req ${newKey} -subj /CN=database -keyout server.key -out server.csr`)
      const signer = `-CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial`
      await runOpenssl(`x509 -req -in server.csr ${signer} -days 2 -extfile names -out server.pem`)
      const read = (name: string) => readFileSync(join(folder, name), 'utf8')
      return { certificate: read('server.pem'), key: read('server.key') }
    },
  }
}
