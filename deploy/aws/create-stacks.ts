import { type App, Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createCopyVault } from './database/backup-copies.ts'
import { assertBackupRegionExists } from './database/backup-region.ts'
import { createHourlyCopies, createErasuresBucket } from './database/copies-elsewhere.ts'
import { createBackups, createDatabase, createServerRole } from './database/database.ts'
import { createErasureLog } from './database/erasure-log.ts'
import { createOperations } from './database/operations.ts'
import { createEdge } from './edge/edge.ts'
import { createFirewall } from './edge/firewall.ts'
import { createPoolFirewall } from './edge/pool-firewall.ts'
import { createLogBucket } from './log-bucket.ts'
import { createNetwork, StackInZones } from './network.ts'
import { productContainer } from './product-container.ts'
import { region, type Deployed, type DeployedValues } from './product-environment.ts'
import { createProtection, retainOnceCreated } from './protection.ts'
import { createLoadBalancer, createServer, createServerLog } from './server.ts'
import type { Settings } from './settings.ts'
import { createStorage } from './storage.ts'
import { createUserPools, poolRegions } from './user-pools.ts'
import { alarmArns, createAlarms } from './watch/create-alarms.ts'
import { createMetrics } from './watch/metrics.ts'
import { outsideRules } from './watch/outside-rules.ts'
import { poolRules } from './watch/pool-rules.ts'
import { createPages, createTopic, createWatch } from './watch/watch.ts'

/** What the earlier steps of the deployment created. `poolAlarms` are ARNs. */
type EarlierSteps = { deployed: Deployed; poolAlarms: readonly string[] }

const createProduct = (stack: StackInZones, settings: Settings, { deployed, poolAlarms }: EarlierSteps) => {
  const vpc = createNetwork(stack, settings)
  const accessLogs = createLogBucket(stack, 'AccessLogs')
  const database = createDatabase(stack, { vpc, protect: createProtection(stack) })
  const vault = createBackups(stack, database, settings)
  const log = createServerLog(stack)
  const container = productContainer(stack, { settings, deployed, roles: createServerRole(database) })
  const topic = createTopic(stack, settings)
  const pages = createPages(stack, topic, settings)
  const metrics = createMetrics(stack, { topic, pages })
  const service = createServer(stack, { settings, vpc, database, container, log, metrics })
  const { erasureLog, rules: erasureRules } = createErasureLog(stack, log)
  const taskResources = { log, erasureLog, cluster: service.cluster }
  createOperations(stack, { vpc, database, container, ...taskResources })
  const { balancer, targets } = createLoadBalancer(stack, { settings, vpc, service, accessLogs })
  const { firewall, firewallLog } = createFirewall(stack)
  const distribution = createEdge(stack, { settings, balancer, firewall, accessLogs })
  const { backupRegion } = settings
  const copyRules =
    backupRegion && createHourlyCopies(stack, { settings, backupRegion, vpc, ...taskResources })
  const furtherRules = {
    ...outsideRules(stack, { settings, firewallLog }),
    ...erasureRules,
    ...copyRules,
  }
  const watched = { settings, service, balancer, targets, database, distribution, log, vault }
  createWatch(stack, { ...watched, topic, pages, furtherRules, poolAlarms })
}

/**
 * Creates everything that the product has at AWS. The build of the app needs values that AWS chooses, such as
 * the ids of the pools. Each part is therefore created once the outputs of the previous part are known: user
 * pools, then storage, then the product.
 */
export const createStacks = (app: App, settings: Settings, values: DeployedValues) => {
  assertBackupRegionExists(settings)
  const { pools, files, product, commit } = values
  const stackProps = (stackRegion: string) => ({ env: { account: settings.account, region: stackRegion } })
  const regions = [...new Set(Object.values(poolRegions))]
  const poolAlarms: string[] = []
  const stacks = regions.map((poolRegion) => {
    const stack = new Stack(app, `BreakingBarriersPools-${poolRegion}`, stackProps(poolRegion))
    const userPools = createUserPools(stack, settings, createProtection(stack))
    createPoolFirewall(stack, userPools)
    const rules = poolRules(userPools)
    poolAlarms.push(...alarmArns(stack, rules))
    createAlarms(stack, rules, { topic: createTopic(stack, settings) })
    return stack
  })
  if (pools) {
    const stack = new Stack(app, 'BreakingBarriersStorage', stackProps(region))
    createStorage(stack, settings, pools)
    stacks.push(stack)
    if (settings.backupRegion) {
      const copyStack = new Stack(app, 'BreakingBarriersStorage-copies', stackProps(settings.backupRegion))
      createCopyVault(copyStack)
      createErasuresBucket(copyStack, settings)
      stacks.push(copyStack)
    }
  }
  if (pools && files) {
    const stack = new StackInZones(app, 'BreakingBarriers', {
      ...stackProps(region),
      // Not at the first deployment: a stack whose creation failed must be deleted before the next try, and
      // `cdk` enables the protection before it creates any resource.
      terminationProtection: product !== undefined,
    })
    createProduct(stack, settings, { deployed: { pools, files, commit }, poolAlarms })
    stacks.push(stack)
  }
  for (const stack of stacks) retainOnceCreated(stack)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }))
  return stacks
}
