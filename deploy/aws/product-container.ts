import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IgnoreMode, type Stack } from 'aws-cdk-lib'
import { Platform } from 'aws-cdk-lib/aws-ecr-assets'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as secrets from 'aws-cdk-lib/aws-secretsmanager'
import { suppressRule } from './suppress-rule.ts'
import { createServerEnvironment, createSiteVariables, type Deployed } from './product-environment.ts'
import type { Settings } from './settings.ts'

/**
 * The patterns of `Containerfile.dockerignore`. Docker and Podman find that file by its name, but CDK reads
 * only a `.dockerignore` at the root.
 */
const ignorePatterns = readFileSync(new URL('../Containerfile.dockerignore', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * The files of the repository that are sent to the builder and determine the name of the image. CDK builds
 * from a copy of these files. The Containerfile is listed because CDK adds it to the copy only if it is at
 * the root.
 */
export const imageContext = {
  exclude: [...ignorePatterns, '!deploy/Containerfile'],
  ignoreMode: IgnoreMode.DOCKER,
}

const createImage = (settings: Settings, deployed: Deployed) =>
  ecs.ContainerImage.fromAsset(fileURLToPath(new URL('../..', import.meta.url)), {
    ...imageContext,
    file: 'deploy/Containerfile',
    target: 'aws',
    buildArgs: createSiteVariables(settings, deployed),
    platform: Platform.LINUX_AMD64,
  })

/** The secrets of two database roles: the owner, and the role with which tasks read and write rows. */
type Roles = { owner: secrets.ISecret; server: secrets.ISecret }

type ContainerOptions = { settings: Settings; deployed: Deployed; roles: Roles }

/** Returns the confidential variables of the server. Each is read from its secret when a task starts. */
const getSecretVariables = (
  stack: Stack,
  { settings, deployed, roles: { owner, server } }: ContainerOptions,
): Record<string, ecs.Secret> => {
  const { loyaltyVendorArn, developerKeyArn } = deployed.files
  const developerSecret = secrets.Secret.fromSecretCompleteArn(stack, 'DeveloperKey', developerKeyArn)
  const vendorSecret = secrets.Secret.fromSecretCompleteArn(stack, 'LoyaltyVendor', loyaltyVendorArn)
  const headersArn = settings.traces?.headersArn
  const headersSecret = headersArn && secrets.Secret.fromSecretCompleteArn(stack, 'TraceHeaders', headersArn)
  return {
    PGHOST: ecs.Secret.fromSecretsManager(server, 'host'),
    PGPORT: ecs.Secret.fromSecretsManager(server, 'port'),
    PGUSER: ecs.Secret.fromSecretsManager(server, 'username'),
    PGPASSWORD: ecs.Secret.fromSecretsManager(server, 'password'),
    DATABASE_OWNER_USER: ecs.Secret.fromSecretsManager(owner, 'username'),
    DATABASE_OWNER_PASSWORD: ecs.Secret.fromSecretsManager(owner, 'password'),
    LOYALTY_VENDOR: ecs.Secret.fromSecretsManager(vendorSecret),
    STORAGE_DEVELOPER_KEY_ID: ecs.Secret.fromSecretsManager(developerSecret, 'id'),
    STORAGE_DEVELOPER_KEY_SECRET: ecs.Secret.fromSecretsManager(developerSecret, 'secret'),
    ...(headersSecret && { OTEL_EXPORTER_OTLP_HEADERS: ecs.Secret.fromSecretsManager(headersSecret) }),
  }
}

/** Returns the product's container. Tasks run the server in it; operators run other commands in it. */
export const createProductContainer = (stack: Stack, options: ContainerOptions) => ({
  image: createImage(options.settings, options.deployed),
  environment: createServerEnvironment(options.settings, options.deployed),
  secrets: getSecretVariables(stack, options),
  user: 'nonroot',
  readonlyRootFilesystem: true,
})

export type ProductContainer = ReturnType<typeof createProductContainer>

/** Suppresses two rules for every task with the product's container. */
export const suppressContainerRules = (task: ecs.TaskDefinition) => {
  suppressRule(
    task,
    'ECS2',
    'These variables are public, and the app contains most of them. Secrets come from Secrets Manager.',
  )
  suppressRule(
    task,
    'IAM5[Resource::*]',
    'The permission to sign in at the image registry cannot be limited to a resource.',
  )
}
