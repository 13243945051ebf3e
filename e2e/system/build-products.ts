import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buildApp } from '../../scripts/product/start-product.ts'
import { getDataFolder, getPorts, testData } from './addresses.ts'
import { createEnvironment } from './product-environment.ts'

const getBuild = (slot: number) => ({
  dist: `${getDataFolder(slot)}/dist`,
  ports: Object.values(getPorts(slot)),
})

/** The integrity value that the service worker checks. */
const hashIntegrity = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Copies the first worker's build for another worker. Only the ports in the addresses differ. */
const copyBuild = (slot: number): void => {
  const [from, to] = [getBuild(0), getBuild(slot)]
  cpSync(from.dist, to.dist, { recursive: true })
  const address = new RegExp(String.raw`localhost:(${from.ports.join('|')})\b`, 'g')
  const serviceWorker = `${to.dist}/service-worker.js`
  /** The new integrity value of each changed file, by its old one. */
  const newIntegrities = new Map<string, string>()
  const changeFile = (path: string, change: (text: string) => string) => {
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) return
    writeFileSync(path, after)
    newIntegrities.set(hashIntegrity(before), hashIntegrity(after))
  }
  for (const path of globSync(`${to.dist}/**/*.{html,js,json}`))
    changeFile(path, (text) =>
      text.replaceAll(address, (_, port: string) => `localhost:${to.ports[from.ports.indexOf(port)]}`),
    )
  // The service worker checks files by their integrity values, so it needs those of the changed files.
  changeFile(serviceWorker, (text) =>
    text.replaceAll(/sha256-[\w+/]+=*/g, (integrity) => newIntegrities.get(integrity) ?? integrity),
  )
}

/** Builds the app of each worker's product, because a build contains the addresses of its services. */
export const buildProducts = async (workers: number): Promise<void> => {
  rmSync(testData, { recursive: true, force: true })
  await buildApp(createEnvironment(0))
  for (let slot = 1; slot < workers; slot++) copyBuild(slot)
}
