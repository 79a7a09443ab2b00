package dev.troupe.head;

/// The state of a node.
public enum NodeState {
    ALIVE,
    /// It has not been heard from for a while: nothing new is placed on it.
    SUSPECT,
    /// Nothing new is placed on it, and it leaves when its work has ended.
    DRAINING,
    /// It is gone for everybody, for good. A machine that returns joins as a new node.
    LOST
}
