import type { Stack } from 'aws-cdk-lib'
import * as waf from 'aws-cdk-lib/aws-wafv2'
import type { Pool } from '../monitoring/pool-rules.ts'
import { rateLimits, createRateRule, createVisibility } from './firewall.ts'

/**
 * `isHosted`: whether the pool has a hosted sign-in page. `isEmailMutable`: whether the address of an account can
 * change.
 */
type ProtectedPool = Pool & { isHosted: boolean; isEmailMutable: boolean }

/**
 * The maximum number of requests that send a code, from one IP address in five minutes. It is enough for
 * coaches who sign up together in one hall.
 */
export const codeLimit = 200

/** The calls that send a code by email in a pool whose accounts cannot change their email address. */
const codeCalls = ['SignUp', 'ResendConfirmationCode', 'ForgotPassword', 'GetUserAttributeVerificationCode']

/**
 * The second call of every sign-in. The first call, `InitiateAuth`, is not counted, because the app
 * also refreshes tokens with it.
 */
const signInCalls = ['RespondToAuthChallenge']

/**
 * Matches the calls of an operation by a header. A firewall does not see the body of a call to a user pool.
 */
const matchOperation = (name: string): waf.CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
    positionalConstraint: 'ENDS_WITH',
    searchString: `.${name.toLowerCase()}`,
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
})

const postRequests: waf.CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
}

const matchPathsExcept = (path: string, positionalConstraint: string): waf.CfnWebACL.StatementProperty => ({
  notStatement: {
    statement: {
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint,
        searchString: path,
        // Normalizes the path, because `/oauth2/../login` is the path of a form, too.
        textTransformations: ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ priority, type })),
      },
    },
  },
})

/**
 * Matches the forms of a hosted sign-in page: emails, passwords, codes, sign-ups. Calls of the app have the path
 * `/`. It exchanges codes below `/oauth2/`, and providers of organisations return below `/oauth2/` and `/saml2/`.
 */
const pageForms: waf.CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      postRequests,
      matchPathsExcept('/', 'EXACTLY'),
      matchPathsExcept('/oauth2/', 'STARTS_WITH'),
      matchPathsExcept('/saml2/', 'STARTS_WITH'),
    ],
  },
}

/** Blocks a call. The app receives a `ForbiddenException`, as it would from the pool itself. */
const blockAction = { block: {} }

/** Returns the options of a rate rule that counts only these operations. */
const limitCalls = (calls: readonly string[], limit: number) => ({
  limit,
  action: blockAction,
  scopeDownStatement: { orStatement: { statements: calls.map(matchOperation) } },
})

/**
 * Limits the forms of hosted pages, which the rules for calls do not count. Each sign-in there sends several: the
 * email, the password, the code of a second factor. So the same number allows fewer sign-ins than in the app.
 * Forms that send a code by email count here, too, and not with `codeLimit`.
 */
const createPageRules = (pools: readonly ProtectedPool[]) =>
  pools.some(({ isHosted }) => isHosted)
    ? [
        createRateRule('PoolPageRate', 3, {
          limit: rateLimits.signIn,
          action: blockAction,
          scopeDownStatement: pageForms,
        }),
      ]
    : []

/** Returns the calls that send a code by email. With `UpdateUserAttributes`, an account changes its address. */
const listCodeCalls = (pools: readonly ProtectedPool[]) =>
  pools.some(({ isEmailMutable }) => isEmailMutable) ? [...codeCalls, 'UpdateUserAttributes'] : codeCalls

/**
 * Creates the firewall of a region's user pools. They need their own, because phones call the pools directly,
 * without passing the site's firewall.
 */
export const createPoolFirewall = (stack: Stack, pools: readonly ProtectedPool[]) => {
  const firewall = new waf.CfnWebACL(stack, 'PoolFirewall', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      createRateRule('PoolRate', 0, { limit: rateLimits.all, action: blockAction }),
      createRateRule('PoolSignInRate', 1, limitCalls(signInCalls, rateLimits.signIn)),
      createRateRule('PoolCodeRate', 2, limitCalls(listCodeCalls(pools), codeLimit)),
      ...createPageRules(pools),
    ],
    visibilityConfig: createVisibility('PoolFirewall'),
  })
  for (const { pool } of pools)
    new waf.CfnWebACLAssociation(stack, `FirewallOf${pool.node.id}`, {
      resourceArn: pool.userPoolArn,
      webAclArn: firewall.attrArn,
    })
}
