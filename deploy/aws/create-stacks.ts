import { type App, Stack, Validations } from 'aws-cdk-lib'
import { RegionInfo } from 'aws-cdk-lib/region-info'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createCopyVault } from './database/copy-vault.ts'
import { createHourlyCopies, createErasuresBucket } from './database/hourly-copies.ts'
import { createBackups, createDatabase, createServerRole } from './database/database.ts'
import { createErasureLog } from './database/erasure-log.ts'
import { createOperations } from './database/operations.ts'
import { createEdge } from './edge/edge.ts'
import { createFirewall } from './edge/firewall.ts'
import { createPoolFirewall } from './edge/pool-firewall.ts'
import { createLogBucket } from './log-bucket.ts'
import { createNetwork, FixedZonesStack } from './network.ts'
import { createProductContainer } from './product-container.ts'
import { region, type Deployed, type DeployedValues } from './product-environment.ts'
import { createProtection, retainOnceCreated } from './protection.ts'
import { createLoadBalancer, createServer, createServerLog } from './server.ts'
import type { Settings } from './settings.ts'
import { createStorage } from './storage.ts'
import { createUserPools, poolRegions } from './user-pools.ts'
import { getAlarmArns, createAlarms } from './monitoring/create-alarms.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createExternalRules } from './monitoring/external-rules.ts'
import { createPoolRules } from './monitoring/pool-rules.ts'
import { createPagerTopic, createAlarmTopic, createMonitoring } from './monitoring/monitoring.ts'

/** What the earlier steps of the deployment created. `poolAlarms` are ARNs. */
type EarlierSteps = { deployed: Deployed; poolAlarms: readonly string[] }

/**
 * Throws if the backup region does not exist in the partition of our account. Otherwise the deployment would
 * fail after an hour. This check is not part of `parseSettings`, because `npm run deploy` reads the settings
 * before the packages of AWS are installed.
 */
const assertBackupRegionExists = ({ backupRegion }: Settings) => {
  if (backupRegion !== undefined && RegionInfo.get(backupRegion).partition !== 'aws')
    throw new Error(
      `The settings are wrong.\nbackupRegion: ${backupRegion} is not an AWS region; one is us-west-2`,
    )
}

const toStackProps = ({ account }: Settings, stackRegion: string) => ({
  env: { account, region: stackRegion },
})

/** Creates the stack of a region's user pools. Returns it with the ARNs of its alarms. */
const createPoolStack = (app: App, settings: Settings, poolRegion: string) => {
  const stack = new Stack(app, `BreakingBarriersPools-${poolRegion}`, toStackProps(settings, poolRegion))
  const userPools = createUserPools(stack, settings, createProtection(stack))
  createPoolFirewall(stack, userPools)
  const rules = createPoolRules(userPools)
  createAlarms(stack, rules, { alarmTopic: createAlarmTopic(stack, settings) })
  return { stack, alarms: getAlarmArns(stack, rules) }
}

/** Creates the stack of the coaches' files. */
const createStorageStack = (app: App, settings: Settings, pools: Deployed['pools']) => {
  const stack = new Stack(app, 'BreakingBarriersStorage', toStackProps(settings, region))
  createStorage(stack, settings, pools)
  return stack
}

/** Creates the stack that receives copies of the database and of the log of erasures in a second region. */
const createCopyStack = (app: App, settings: Settings, backupRegion: string) => {
  const stack = new Stack(app, 'BreakingBarriersStorage-copies', toStackProps(settings, backupRegion))
  createCopyVault(stack)
  createErasuresBucket(stack, settings)
  return stack
}

/** Creates the resources of the product itself: network, database, server, CDN and alarms. */
const createProduct = (
  stack: FixedZonesStack,
  settings: Settings,
  { deployed, poolAlarms }: EarlierSteps,
) => {
  const vpc = createNetwork(stack, settings)
  const accessLogs = createLogBucket(stack, 'AccessLogs')
  const database = createDatabase(stack, { vpc, protect: createProtection(stack) })
  const vault = createBackups(stack, database, settings)

  const log = createServerLog(stack)
  const container = createProductContainer(stack, { settings, deployed, roles: createServerRole(database) })
  // Urgent alarms go to `pagerTopic`, all others to `alarmTopic`.
  const alarmTopic = createAlarmTopic(stack, settings)
  const pagerTopic = createPagerTopic(stack, alarmTopic, settings)
  const metrics = createMetrics(stack, { alarmTopic, pagerTopic })
  const service = createServer(stack, { settings, vpc, database, container, log, metrics })

  const { erasureLog, rules: erasureRules } = createErasureLog(stack, log)
  const taskResources = { log, erasureLog, cluster: service.cluster }
  createOperations(stack, { vpc, database, container, ...taskResources })
  const { backupRegion } = settings
  const copyRules =
    backupRegion && createHourlyCopies(stack, { settings, backupRegion, vpc, ...taskResources })

  const { balancer, targets } = createLoadBalancer(stack, { settings, vpc, service, accessLogs })
  const { firewall, firewallLog } = createFirewall(stack)
  const distribution = createEdge(stack, { settings, balancer, firewall, accessLogs })

  const monitored = { settings, service, balancer, targets, database, distribution, log, vault }
  const furtherRules = {
    ...createExternalRules(stack, { settings, firewallLog }),
    ...erasureRules,
    ...copyRules,
  }
  createMonitoring(stack, { ...monitored, alarmTopic, pagerTopic, furtherRules, poolAlarms })
}

/** Creates the stack of the product. `isCreated`: whether an earlier deployment has created it. */
const createProductStack = (
  app: App,
  settings: Settings,
  { isCreated, ...earlierSteps }: EarlierSteps & { isCreated: boolean },
) => {
  const stack = new FixedZonesStack(app, 'BreakingBarriers', {
    ...toStackProps(settings, region),
    // Not at the first deployment: a stack whose creation failed must be deleted before the next try, and
    // `cdk` enables the protection before it creates any resource.
    terminationProtection: isCreated,
  })
  createProduct(stack, settings, earlierSteps)
  return stack
}

/**
 * Creates everything that the product has at AWS. The build of the app needs values that AWS chooses, such as
 * the ids of the pools. Each part is therefore created once the outputs of the previous part are known: user
 * pools, then storage, then the product.
 */
export const createStacks = (app: App, settings: Settings, values: DeployedValues) => {
  assertBackupRegionExists(settings)
  const { pools, files, product, commit } = values
  const regions = [...new Set(Object.values(poolRegions))]
  const poolStacks = regions.map((poolRegion) => createPoolStack(app, settings, poolRegion))
  const poolAlarms = poolStacks.flatMap(({ alarms }) => alarms)
  const stacks = poolStacks.map(({ stack }) => stack)
  if (pools) {
    stacks.push(createStorageStack(app, settings, pools))
    if (settings.backupRegion) stacks.push(createCopyStack(app, settings, settings.backupRegion))
  }
  if (pools && files) {
    const deployed = { pools, files, commit }
    const isCreated = product !== undefined
    stacks.push(createProductStack(app, settings, { deployed, poolAlarms, isCreated }))
  }
  // If the first creation of a stack fails, AWS deletes its resources, so that it can be tried again.
  for (const stack of stacks) retainOnceCreated(stack)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }))
  return stacks
}
