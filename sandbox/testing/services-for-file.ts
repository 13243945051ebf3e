import { afterAll, beforeAll } from 'vitest'
import type { SandboxOptions } from '../start-sandbox.ts'
import { connectPersonServices, type PersonServices } from './person-services.ts'
import { startTestSandbox, type TestSandbox } from './start-test-sandbox.ts'

/** Starts a sandbox for the tests of one file, with the clients of its four services. */
export const servicesForFile = (options: Partial<SandboxOptions> = {}) => {
  let sandbox: TestSandbox
  let services: PersonServices

  beforeAll(async () => {
    sandbox = await startTestSandbox(options)
    services = connectPersonServices(sandbox)
  })
  afterAll(() => sandbox.remove())

  return { sandbox: () => sandbox, services: () => services }
}
