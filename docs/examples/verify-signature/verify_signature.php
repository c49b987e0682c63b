<?php

const TOLERANCE = 300;

function isGenuine(string $secret, string $header, string $rawBody, ?int $now = null): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + ['', ''];
        if ($name === 't' && $timestamp === '') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (preg_match('/^[0-9]{1,18}$/D', $timestamp) !== 1 || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    $expected = hash_hmac('sha256', "$timestamp.$rawBody", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
