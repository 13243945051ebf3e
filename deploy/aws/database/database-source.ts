import * as v from 'valibot'

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

/** The snapshot of a backup, or a cluster and a time to which it can still be restored. */
export const databaseSource = v.union(
  [
    v.strictObject({ snapshot: nonEmptyText }),
    v.strictObject({ cluster: nonEmptyText, time: v.pipe(v.string(), v.isoTimestamp(), v.endsWith('Z')) }),
  ],
  'must be a `snapshot`, or else a `cluster` and a `time` in UTC',
)

type DatabaseSource = v.InferOutput<typeof databaseSource>

/**
 * The parameters of the stack that name the source of its database. All are empty if the database was not
 * restored from anything.
 */
export const sourceParameters = ['FromSnapshot', 'FromCluster', 'FromTime'] as const

/**
 * Returns the arguments of `cdk deploy` for these parameters. An empty argument clears an earlier value.
 * Without a source there are no arguments, and AWS keeps the earlier values. Removing the setting therefore
 * does not recreate a restored database.
 */
export const createSourceArguments = (source: DatabaseSource | undefined): string[] => {
  if (!source) return []
  const { snapshot = '', cluster = '', time = '' }: Partial<Record<string, string>> = source
  const parameters = { FromSnapshot: snapshot, FromCluster: cluster, FromTime: time }
  return sourceParameters.flatMap((name) => ['--parameters', `${name}=${parameters[name]}`])
}
