import { Aws, CfnCondition, CfnDeletionPolicy, CfnParameter, Fn, Stack, Validations } from 'aws-cdk-lib'
import * as rds from 'aws-cdk-lib/aws-rds'
import { sourceParameters } from './database-source.ts'

/**
 * Adds a parameter for the source of the database. AWS keeps its value between deployments. Returns the value
 * and the condition that it is not empty.
 */
const addSourceParameter = (stack: Stack, name: (typeof sourceParameters)[number]) => {
  const { valueAsString: value } = new CfnParameter(stack, name, {
    description:
      'What the database was made from: another value makes another database (docs/restore-at-aws.md).',
    default: '',
  })
  const expression = Fn.conditionNot(Fn.conditionEquals(value, ''))
  const isSet = new CfnCondition(stack, `Is${name}`, { expression })
  return { isSet, value: Fn.conditionIf(isSet.logicalId, value, Aws.NO_VALUE) }
}

/**
 * Makes a cluster start from a backup if the parameters name one. AWS then creates a new cluster with the
 * same secret and password. The old cluster loses its instances. Its data stays outside the stack until
 * somebody deletes it.
 */
export const makeRestorable = (database: rds.DatabaseCluster) => {
  const cluster = database.node.defaultChild
  if (!(cluster instanceof rds.CfnDBCluster)) throw new Error('Expected the database to have a CfnDBCluster.')
  cluster.cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN
  const stack = Stack.of(database)
  const [snapshot, sourceCluster, time] = sourceParameters.map((name) => addSourceParameter(stack, name))
  if (!snapshot || !sourceCluster || !time) throw new Error('Expected the parameters of the restore source.')
  cluster.addPropertyOverride('SnapshotIdentifier', snapshot.value)
  cluster.addPropertyOverride('SourceDBClusterIdentifier', sourceCluster.value)
  cluster.addPropertyOverride('RestoreToTime', time.value)
  const isRestored = new CfnCondition(stack, 'IsRestored', {
    expression: Fn.conditionOr(snapshot.isSet, sourceCluster.isSet),
  })
  // A backup already contains these two properties, and RDS rejects them together with a backup.
  for (const [property, value] of Object.entries({
    MasterUsername: cluster.masterUsername,
    DatabaseName: cluster.databaseName,
  }))
    cluster.addPropertyOverride(property, Fn.conditionIf(isRestored.logicalId, Aws.NO_VALUE, value))
  Validations.of(database).acknowledge(
    { id: 'CloudFormation-Validate::W3688', reason: 'A user is named only where there is no snapshot.' },
    { id: 'CloudFormation-Validate::W3689', reason: 'Encryption and password are those of the backup.' },
  )
}
