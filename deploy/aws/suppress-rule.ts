import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Suppresses a rule of cdk-nag, which checks the stacks, for a construct and its children. */
export const suppressRule = (construct: IConstruct, rule: string, reason: string) =>
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason })
