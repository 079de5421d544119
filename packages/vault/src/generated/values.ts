// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ActivityAction, ActivityResourceType, ActivityResult, CharacterSet, DependencyStatus, FieldPurpose, FieldType, ItemCategory, ItemState, NewFieldPurpose, NewItemCategory, PasswordStrength, VaultType } from "./client.ts";

/** The known values of {@link ActivityAction}, in the order of the contract. */
export const ACTIVITY_ACTION_VALUES = ["READ", "CREATE", "UPDATE", "DELETE"] as const satisfies readonly ActivityAction[];

/** The known values of {@link ActivityResourceType}, in the order of the contract. */
export const ACTIVITY_RESOURCE_TYPE_VALUES = ["ITEM", "VAULT"] as const satisfies readonly ActivityResourceType[];

/** The known values of {@link ActivityResult}, in the order of the contract. */
export const ACTIVITY_RESULT_VALUES = ["SUCCESS", "DENY"] as const satisfies readonly ActivityResult[];

/** The known values of {@link CharacterSet}, in the order of the contract. */
export const CHARACTER_SET_VALUES = ["LETTERS", "DIGITS", "SYMBOLS"] as const satisfies readonly CharacterSet[];

/** The known values of {@link DependencyStatus}, in the order of the contract. */
export const DEPENDENCY_STATUS_VALUES = ["ACTIVE", "TOKEN_NEEDED"] as const satisfies readonly DependencyStatus[];

/** The known values of {@link FieldPurpose}, in the order of the contract. */
export const FIELD_PURPOSE_VALUES = ["USERNAME", "PASSWORD", "NOTES", ""] as const satisfies readonly FieldPurpose[];

/** The known values of {@link FieldType}, in the order of the contract. */
export const FIELD_TYPE_VALUES = [
  "STRING",
  "EMAIL",
  "CONCEALED",
  "URL",
  "OTP",
  "DATE",
  "MONTH_YEAR",
  "MENU",
  "ADDRESS",
  "CREDIT_CARD_NUMBER",
  "CREDIT_CARD_TYPE",
  "GENDER",
  "PHONE",
  "REFERENCE",
  "FILE",
  "SSHKEY",
] as const satisfies readonly FieldType[];

/** The known values of {@link ItemCategory}, in the order of the contract. */
export const ITEM_CATEGORY_VALUES = [
  "LOGIN",
  "PASSWORD",
  "API_CREDENTIAL",
  "SERVER",
  "DATABASE",
  "CREDIT_CARD",
  "MEMBERSHIP",
  "PASSPORT",
  "SOFTWARE_LICENSE",
  "OUTDOOR_LICENSE",
  "SECURE_NOTE",
  "WIRELESS_ROUTER",
  "BANK_ACCOUNT",
  "DRIVER_LICENSE",
  "IDENTITY",
  "REWARD_PROGRAM",
  "EMAIL_ACCOUNT",
  "SOCIAL_SECURITY_NUMBER",
  "MEDICAL_RECORD",
  "SSH_KEY",
  "DOCUMENT",
  "CUSTOM",
] as const satisfies readonly ItemCategory[];

/** The known values of {@link ItemState}, in the order of the contract. */
export const ITEM_STATE_VALUES = ["ARCHIVED", "DELETED"] as const satisfies readonly ItemState[];

/** The known values of {@link NewFieldPurpose}, in the order of the contract. */
export const NEW_FIELD_PURPOSE_VALUES = ["USERNAME", "PASSWORD", "NOTES", ""] as const satisfies readonly NewFieldPurpose[];

/** The known values of {@link NewItemCategory}, in the order of the contract. */
export const NEW_ITEM_CATEGORY_VALUES = [
  "LOGIN",
  "PASSWORD",
  "API_CREDENTIAL",
  "SERVER",
  "DATABASE",
  "CREDIT_CARD",
  "MEMBERSHIP",
  "PASSPORT",
  "SOFTWARE_LICENSE",
  "OUTDOOR_LICENSE",
  "SECURE_NOTE",
  "WIRELESS_ROUTER",
  "BANK_ACCOUNT",
  "DRIVER_LICENSE",
  "IDENTITY",
  "REWARD_PROGRAM",
  "EMAIL_ACCOUNT",
  "SOCIAL_SECURITY_NUMBER",
  "MEDICAL_RECORD",
  "SSH_KEY",
] as const satisfies readonly NewItemCategory[];

/** The known values of {@link PasswordStrength}, in the order of the contract. */
export const PASSWORD_STRENGTH_VALUES = ["TERRIBLE", "WEAK", "FAIR", "GOOD", "VERY_GOOD", "EXCELLENT", "FANTASTIC"] as const satisfies readonly PasswordStrength[];

/** The known values of {@link VaultType}, in the order of the contract. */
export const VAULT_TYPE_VALUES = ["EVERYONE", "PERSONAL", "USER_CREATED", "TRANSFER"] as const satisfies readonly VaultType[];
