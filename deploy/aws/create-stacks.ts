import { type App, Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createBackups, createDatabase } from './database.ts'
import { createEdge } from './edge.ts'
import { createFirewall } from './firewall.ts'
import { createLogBucket } from './log-bucket.ts'
import { createNetwork } from './network.ts'
import type { Outputs } from './outputs.ts'
import { region, type Deployed } from './product-environment.ts'
import { createLoadBalancer, createServer } from './server.ts'
import type { Settings } from './settings.ts'
import { createStorage } from './storage.ts'
import { createUserPools, poolRegions } from './user-pools.ts'
import { createWatch } from './watch.ts'

const createProduct = (stack: Stack, settings: Settings, deployed: Deployed) => {
  const vpc = createNetwork(stack)
  const accessLogs = createLogBucket(stack, 'AccessLogs')
  const database = createDatabase(stack, vpc)
  createBackups(stack, database)
  const service = createServer(stack, { settings, deployed, vpc, database })
  const { balancer, targets } = createLoadBalancer(stack, { settings, vpc, service, accessLogs })
  const distribution = createEdge(stack, { settings, balancer, firewall: createFirewall(stack), accessLogs })
  createWatch(stack, { settings, service, balancer, targets, database, distribution })
}

/**
 * Everything that the product is at AWS. The app is built with what AWS chose for the pools, so each part is there as
 * soon as the outputs of the part before are known: user pools, then storage, then the product.
 */
export const createStacks = (app: App, settings: Settings, { pools, files }: Outputs) => {
  const place = (stackRegion: string) => ({ env: { account: settings.account, region: stackRegion } })
  const regions = [...new Set(Object.values(poolRegions))]
  const stacks = regions.map((poolRegion) => {
    const stack = new Stack(app, `BreakingBarriersPools-${poolRegion}`, place(poolRegion))
    createUserPools(stack, settings)
    return stack
  })
  if (pools) {
    const stack = new Stack(app, 'BreakingBarriersStorage', place(region))
    createStorage(stack, settings, pools)
    stacks.push(stack)
  }
  if (pools && files) {
    const stack = new Stack(app, 'BreakingBarriers', { ...place(region), terminationProtection: true })
    createProduct(stack, settings, { pools, files })
    stacks.push(stack)
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }))
  return stacks
}
